// One typed way to call the staff's API. The session is a cookie that scripts cannot read.

import { trackActivity } from '#kit/http/activity.ts'
import { ApiError, NetworkError } from '#kit/http/api-error.ts'
import { apiBase } from '#shared/api/applicant/calls.ts'
import { getStaffCall, type StaffCallName, staffHeader } from '#shared/api/staff/calls.ts'
import type { StaffContracts, StaffReply, StaffRequestInput } from '#shared/api/staff/contracts.ts'
import type { StaffErrorCode } from '#shared/messages/staff-errors.ts'
import { PasskeyError } from '../entities/session/passkeys.ts'

type RequestPart<N extends StaffCallName, P extends 'params' | 'query' | 'body'> = P extends keyof StaffContracts[N]
  ? { [K in P]: StaffRequestInput<N, P> }
  : unknown
export type StaffCallOptions<N extends StaffCallName> = RequestPart<N, 'params'> &
  RequestPart<N, 'query'> &
  RequestPart<N, 'body'> & {
    /** Sent in place of a body, with a file. */
    form?: FormData
    signal?: AbortSignal | undefined
  }
type OptionalIfEmpty<N extends StaffCallName> =
  object extends StaffCallOptions<N> ? [options?: StaffCallOptions<N>] : [options: StaffCallOptions<N>]

type QueryValue = string | number | boolean | readonly string[] | null | undefined

/** The options of any call. */
interface AnyCallOptions {
  params?: Record<string, string>
  query?: Record<string, QueryValue>
  body?: unknown
  form?: FormData
  signal?: AbortSignal
}

/**
 * Calls the API and returns the whole successful reply.
 * @throws ApiError for any other reply; NetworkError when there was none; the signal's reason when it was aborted
 */
export async function staffCall<N extends StaffCallName>(
  name: N,
  ...[options]: OptionalIfEmpty<N>
): Promise<StaffReply<N>> {
  const { status, body } = await trackActivity(send(name, (options ?? {}) as AnyCallOptions))
  if (status < 300 && isSuccess(body)) return body as StaffReply<N>
  throw new ApiError(status, body)
}

async function send(name: StaffCallName, { params = {}, query = {}, body, form, signal }: AnyCallOptions) {
  const { method, path } = getStaffCall(name)
  try {
    const response = await fetch(apiBase + fillPath(path, params) + formatStaffQuery(query), {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        [staffHeader.name]: staffHeader.value,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
    })
    return { status: response.status, body: parseReplyBody(await response.text()) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NetworkError('The server did not answer.', { cause })
  }
}

export const fillPath = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/** The query with its question mark; values that are absent are left out, several of one name are repeated. */
function formatStaffQuery(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one) => [name, String(one)]),
  )
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

const isSuccess = (body: unknown) =>
  typeof body === 'object' && body !== null && 'status' in body && body.status === 'success'

export function parseReplyBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether the call was refused with this code. */
export const hasCode = (error: unknown, code: StaffErrorCode | 'not_logged_in' | 'session_ended'): boolean =>
  error instanceof ApiError && (error.code as string) === code

/** Whether the answer names the fields that are wrong; the form says it there. */
export const hasFieldErrors = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** What a page says about a failed call. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return 'The server did not answer. Check the connection and try again.'
  const isForPerson = error instanceof ApiError || error instanceof PasskeyError
  return (isForPerson && error.message) || 'Something went wrong. Please try again.'
}
