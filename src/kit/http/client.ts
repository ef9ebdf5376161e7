// One typed way to call the API, for every audience. Only types come from the contracts: their schemas stay on the server.
// fetch, not a client library: the login page's byte budget has no room for one.
import type { Reply, RequestInput } from '#shared/api/contract.ts'
import { trackActivity } from './activity.ts'
import { ApiError, NetworkError } from './api-error.ts'

type Named<C, P extends 'params' | 'query' | 'body'> = P extends keyof C ? { [K in P]: RequestInput<C, P> } : unknown
export type CallOptions<C> = Named<C, 'params'> & Named<C, 'query'> & Named<C, 'body'> & SendOptions
type OptionalIfEmpty<C> = object extends CallOptions<C> ? [options?: CallOptions<C>] : [options: CallOptions<C>]

interface SendOptions {
  signal?: AbortSignal | undefined
  /** The call outlives the page; browsers allow this up to 64 KiB. */
  keepalive?: boolean | undefined
  /** Sent in place of a body, with a file. */
  form?: FormData
}

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** The options of any call. */
interface AnyCallOptions extends SendOptions {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, QueryValue>>
  body?: unknown
}

/** What one call belongs to. Decided when it begins: another session may follow while it runs. */
interface CallSession {
  headers: Readonly<Record<string, string>>
  /** The answer to a GET that was sent before, if there is one. */
  takeEarlyRead?(url: string): { response: Promise<Response>; controller: AbortController } | undefined
  /** Called with a refusal, which may mean that the session has ended. */
  onRefusal?(error: ApiError): void
}

/** Finds out whether the server can be reached. */
interface Connection<Name> {
  /** Watches a call, which it may abort. Returns the function that stops watching. */
  watch(name: Name, abort: () => void): () => void
  /** @param date of the answer, by the server's clock */
  reportAnswer(date: string | null): void
  reportNoAnswer(): void
}

/** Who calls. */
export interface ClientAudience<Name extends string> {
  /** The start of every address, such as '/api/v1'. */
  base: string
  getCall(name: Name): { method: string; path: string }
  begin(name: Name): CallSession
  connection?: Connection<Name>
}

/**
 * Calls the API and returns the whole successful reply. Has no timeout.
 * @throws ApiError for any other reply; NetworkError when there was none; the signal's reason when it was aborted
 */
export type Call<Contracts> = <N extends keyof Contracts & string>(
  name: N,
  ...[options]: OptionalIfEmpty<Contracts[N]>
) => Promise<Reply<Contracts[N]>>

export function createClient<Contracts>(audience: ClientAudience<keyof Contracts & string>): Call<Contracts> {
  return async (name, ...[options]) => {
    const session = audience.begin(name)
    const { status, text } = await trackActivity(send(audience, name, session, (options ?? {}) as AnyCallOptions))
    return readReply(status, text, session.onRefusal) as Reply<Contracts[typeof name]>
  }
}

async function send<Name extends string>(
  { base, getCall, connection }: ClientAudience<Name>,
  name: Name,
  { headers, takeEarlyRead }: CallSession,
  { params = {}, query = {}, body, form, signal, keepalive = false }: AnyCallOptions,
) {
  const { method, path } = getCall(name)
  const url = base + fillPath(path, params) + formatQuery(query)
  const early = method === 'GET' ? takeEarlyRead?.(url) : undefined
  const { controller } = early ?? { controller: new AbortController() }
  const abort = () => controller.abort()
  const stopWatching = connection?.watch(name, abort)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    const response = await (early?.response ??
      fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: form ?? (body === undefined ? null : JSON.stringify(body)),
        signal: controller.signal,
        keepalive,
      }))
    const text = await response.text()
    // A reply from the browser's cache does not prove that the server can be reached.
    if (response.headers.get('cache-control')?.includes('no-store'))
      connection?.reportAnswer(response.headers.get('date'))
    return { status: response.status, text }
  } catch (cause) {
    if (signal?.aborted) throw cause
    connection?.reportNoAnswer()
    throw new NetworkError('The server did not answer.', { cause })
  } finally {
    stopWatching?.()
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * The body of a successful reply.
 * @throws ApiError unless the body itself says success
 */
export function readReply(status: number, text: string, onRefusal?: (error: ApiError) => void): unknown {
  const body = readJson(text)
  if (status < 300 && isSuccess(body)) return body
  const error = new ApiError(status, body)
  onRefusal?.(error)
  throw error
}

export const fillPath = (path: string, params: Readonly<Record<string, string>>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The query with its question mark; values that are absent are left out, several of one name are repeated. */
function formatQuery(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => (one ?? '') !== '')
      .map((one) => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

const isSuccess = (body: unknown) =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'success'

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
