// The one way out to a provider over HTTP: limited in time and size, never redirected, never throwing.

/** What became of a call. None of them carries anything of the request, so each may be logged. */
export type OutgoingAnswer =
  | { kind: 'answered'; status: number; text: string }
  /** The time limit passed before the answer was whole; the provider may have done what was asked. */
  | { kind: 'timeout' }
  /** No connection, or it broke; `code` is the system's, such as ECONNREFUSED. */
  | { kind: 'unreachable'; code: string }
  | { kind: 'redirected'; status: number }
  | { kind: 'tooLarge' }

interface OutgoingRequest {
  method: 'GET' | 'POST'
  /** Below the base URL; the caller encodes its parts. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export type Outgoing = (request: OutgoingRequest) => Promise<OutgoingAnswer>

export interface OutgoingOptions {
  /** May have a path, such as https://provider.example/remita/exapp. */
  baseUrl: string
  timeLimitMs?: number
  answerLimitBytes?: number
}

const TIME_LIMIT_MS = 15_000
const ANSWER_LIMIT_BYTES = 64 * 1024

/** @throws Error at once when the base URL is not one of http or https without a password in it */
export function outgoing({
  baseUrl,
  timeLimitMs = TIME_LIMIT_MS,
  answerLimitBytes = ANSWER_LIMIT_BYTES,
}: OutgoingOptions): Outgoing {
  const base = checkedBase(baseUrl)
  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(timeLimitMs)
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
      const text = await limitedText(response, answerLimitBytes)
      return text === null ? { kind: 'tooLarge' } : { kind: 'answered', status: response.status, text }
    } catch (error) {
      return signal.aborted ? { kind: 'timeout' } : { kind: 'unreachable', code: systemCode(error) }
    }
  }
}

function checkedBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('The base URL of a provider must begin with http(s)://.')
  if (url.username || url.password || url.search || url.hash)
    throw new Error('The base URL of a provider may hold a host and a path only.')
  return url.href.replace(/\/+$/, '')
}

/** The body as text, or null when it is longer than what is read. */
async function limitedText(response: Response, limitBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop early cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > limitBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function systemCode(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code
  }
  return 'unknown'
}
