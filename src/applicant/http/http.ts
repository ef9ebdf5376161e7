// One typed way to call the API. Only types come from the contracts: their schemas stay on the server.
// fetch, not a client library: the login page's byte budget has no room for one (design.md, "Budgets").

import { readReply } from '#applicant/http/read-reply.ts'
import { requestHeaders } from '#applicant/http/request-headers.ts'
import { trackActivity } from '#kit/http/activity.ts'
import { NetworkError } from '#kit/http/api-error.ts'
import { apiBase, type CallName, getCall, isRepeatable } from '#shared/api/applicant/calls.ts'
import type { Contracts, Reply, RequestInput } from '#shared/api/applicant/contracts.ts'
import { checkConnection, isOffline, onDisconnect, reportAnswer, reportNoAnswer } from '../offline/connection.ts'
import { readToken } from './credentials.ts'
import { takeEarlyRead } from './early-reads.ts'

type RequestPart<N extends CallName, P extends 'params' | 'query' | 'body'> = P extends keyof Contracts[N]
  ? { [K in P]: RequestInput<N, P> }
  : unknown
export type ApiCallOptions<N extends CallName> = RequestPart<N, 'params'> &
  RequestPart<N, 'query'> &
  RequestPart<N, 'body'> & { signal?: AbortSignal | undefined; keepalive?: boolean | undefined }
type OptionalIfEmpty<N extends CallName> =
  object extends ApiCallOptions<N> ? [options?: ApiCallOptions<N>] : [options: ApiCallOptions<N>]

/** The options of any call. */
interface AnyCallOptions {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
  /** The call outlives the page; browsers allow this up to 64 KiB. */
  keepalive?: boolean
}

/** Milliseconds without an answer after which the connection is checked. */
const checkConnectionAfter = 10_000

/**
 * Calls the API and returns the whole successful reply.
 * Has no timeout (specification, section 7).
 * @throws ApiError for any other reply; NetworkError when there was none; the signal's reason when it was aborted
 */
export async function call<N extends CallName>(name: N, ...[options]: OptionalIfEmpty<N>): Promise<Reply<N>> {
  // Logging in never carries the token of an older session (specification, section 7).
  const token = name === 'login' ? null : readToken()
  const { status, text } = await trackActivity(send(name, (options ?? {}) as AnyCallOptions, token))
  return readReply(status, text, token) as Reply<N>
}

async function send(
  name: CallName,
  { params = {}, query = {}, body, signal, keepalive = false }: AnyCallOptions,
  token: string | null,
) {
  const { method, path } = getCall(name)
  const url = apiBase + fillPath(path, params) + formatQuery(query)
  const early = method === 'GET' ? takeEarlyRead(url, token) : undefined
  const { controller } = early ?? { controller: new AbortController() }
  const abort = () => controller.abort()
  // Only such calls are aborted when the connection is lost. A payment or a login is waited for, however long it takes.
  const canRepeat = isRepeatable(name)
  const timer = setTimeout(() => (isOffline() && canRepeat ? abort() : checkConnection()), checkConnectionAfter)
  const unsubscribe = canRepeat ? onDisconnect(abort) : () => {}
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    const response = await (early?.response ??
      fetch(url, {
        method,
        headers: { ...requestHeaders(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: controller.signal,
        keepalive,
      }))
    const text = await response.text()
    // A reply from the browser's cache does not prove that the server can be reached.
    if (response.headers.get('cache-control')?.includes('no-store')) reportAnswer()
    return { status: response.status, text }
  } catch (cause) {
    if (signal?.aborted) throw cause
    reportNoAnswer()
    throw new NetworkError('The server did not answer.', { cause })
  } finally {
    clearTimeout(timer)
    unsubscribe()
    signal?.removeEventListener('abort', abort)
  }
}

const fillPath = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function formatQuery(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
