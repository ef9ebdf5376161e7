// One typed way to call the API. Only types come from the contracts: their schemas stay on the server.
// fetch itself, not a client library: the login page's budget has no room for one (design.md, "Budgets").
import { apiBase, type CallName, callOf } from '#shared/api/calls.ts'
import type { Contracts, Reply, Sent } from '#shared/api/contracts.ts'
import { currentSession } from '#web/entities/session/session.ts'
import { doubt, gotNoAnswer, gotThrough, isLineLost, onLineLost } from '../offline/connection.ts'
import { counted } from './activity.ts'
import { NetworkError } from './api-error.ts'
import { answered } from './read-reply.ts'
import { requestHeaders } from './request-headers.ts'

type Asked<N extends CallName, P extends 'params' | 'query' | 'body'> = P extends keyof Contracts[N]
  ? { [K in P]: Sent<N, P> }
  : unknown
export type Options<N extends CallName> = Asked<N, 'params'> &
  Asked<N, 'query'> &
  Asked<N, 'body'> & { signal?: AbortSignal | undefined; keepalive?: boolean | undefined }
type Rest<N extends CallName> = object extends Options<N> ? [options?: Options<N>] : [options: Options<N>]

/** What is in the options of any call. */
interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
  signal?: AbortSignal
  /** The call outlives the page; browsers allow this up to 64 KiB. */
  keepalive?: boolean
}

/** Milliseconds without an answer after which the line is doubted. */
const doubtAfter = 10_000

/**
 * Calls the API and returns the whole successful answer.
 * @throws ApiError when the server said no, NetworkError when it said nothing, however long that took (specification, section 7: no timeout), and the signal's reason when it was aborted.
 */
export async function call<N extends CallName>(name: N, ...[options]: Rest<N>): Promise<Reply<N>> {
  // Logging in never carries the token of an older session (specification, section 7).
  const token = name === 'login' ? null : currentSession().token
  const { status, text } = await counted(send(name, (options ?? {}) as Parts, token))
  return answered(status, text, token) as Reply<N>
}

async function send(
  name: CallName,
  { params = {}, query = {}, body, signal, keepalive = false }: Parts,
  token: string | null,
) {
  const { method, path } = callOf(name)
  const stop = new AbortController()
  const giveUp = () => stop.abort()
  const doubting = setTimeout(() => (isLineLost() && mayRepeat(name) ? giveUp() : doubt()), doubtAfter)
  const forget = mayRepeat(name) ? onLineLost(giveUp) : () => {}
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  try {
    const response = await fetch(apiBase + filled(path, params) + asked(query), {
      method,
      headers: { ...requestHeaders(token), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: stop.signal,
      keepalive,
    })
    const text = await response.text()
    // What the browser may have kept says nothing of the line.
    if (response.headers.get('cache-control')?.includes('no-store')) gotThrough()
    return { status: response.status, text }
  } catch (cause) {
    if (signal?.aborted) throw cause
    gotNoAnswer()
    throw new NetworkError('The server did not answer.', { cause })
  } finally {
    clearTimeout(doubting)
    forget()
    signal?.removeEventListener('abort', giveUp)
  }
}

/**
 * Whether asking again does no harm: reads, overwrites, and the submission (decisions.md, "The form"). Nobody waits for
 * their answer when the line is known to be lost; what pays or sends is waited for, however long that takes.
 */
const mayRepeat = (name: CallName) => ['GET', 'PUT'].includes(callOf(name).method) || name === 'submitApplication'

const filled = (path: string, params: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

function asked(query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
