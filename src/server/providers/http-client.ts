// HTTP calls to a provider: limited in time and size, redirects not followed, and never throwing.
import { trimTrailing } from '#shared/forms/trim.ts'

/** Contains nothing of the request, so each kind may be logged. */
export type ProviderResponse =
  | { kind: 'answered'; status: number; text: string }
  /** The response was not complete in time; the provider may have processed the request. */
  | { kind: 'timeout' }
  /** No connection, or it broke; `code` is the system's, such as ECONNREFUSED. */
  | { kind: 'unreachable'; code: string }
  | { kind: 'redirected'; status: number }
  | { kind: 'tooLarge' }

interface ProviderRequest {
  method: 'GET' | 'POST'
  /** Below the base URL, with its parts already encoded. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export type ProviderClient = (request: ProviderRequest) => Promise<ProviderResponse>

export interface ProviderClientOptions {
  /** May have a path, such as https://provider.example/remita/exapp. */
  baseUrl: string
  timeoutMs?: number | undefined
  maxResponseBytes?: number
}

const defaultTimeoutMs = 15_000
const defaultMaxResponseBytes = 64 * 1024

/** @throws Error when the base URL is not http(s), or holds a password or a query */
export function createProviderClient({
  baseUrl,
  timeoutMs = defaultTimeoutMs,
  maxResponseBytes = defaultMaxResponseBytes,
}: ProviderClientOptions): ProviderClient {
  const base = parseBaseUrl(baseUrl)

  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const response = await fetch(base + (path.startsWith('/') ? path : `/${path}`), {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        return { kind: 'redirected', status: response.status }
      }
      const text = await readText(response, maxResponseBytes)
      return text === null ? { kind: 'tooLarge' } : { kind: 'answered', status: response.status, text }
    } catch (error) {
      return signal.aborted ? { kind: 'timeout' } : { kind: 'unreachable', code: findSystemCode(error) }
    }
  }
}

function parseBaseUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('The base URL of a provider must begin with http(s)://.')
  if (url.username || url.password || url.search || url.hash)
    throw new Error('The base URL of a provider may only have a host and a path.')
  return trimTrailing(url.href, '/')
}

/** Null when the body is larger than the limit. */
async function readText(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function findSystemCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return 'unknown'
}
