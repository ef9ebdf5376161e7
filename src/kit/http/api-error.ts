// The ways in which a call fails. Each page decides what it says about them.
import type { ErrorCode } from '#shared/messages/errors.ts'
import type { StaffErrorCode } from '#shared/messages/staff-errors.ts'

export interface FieldProblem {
  path: string
  message: string
}

/** The body of a failed reply. A proxy may have written it, so no field is certain. */
interface ErrorBody {
  code?: unknown
  message?: unknown
  errors?: unknown
  data?: unknown
}

/** The server answered, but not with a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 2xx when only the body says that the call failed. */
  readonly status: number
  readonly code: ErrorCode | StaffErrorCode | ''
  /** One for each field that was refused. */
  readonly errors: readonly FieldProblem[]
  readonly data: unknown
  /** Milliseconds until the server may take the call; of uploads only, and 0 when it does not say. */
  retryAfterMs = 0

  constructor(status: number, body: unknown) {
    const { code, message, errors, data } = (typeof body === 'object' && body ? body : {}) as ErrorBody
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = typeof code === 'string' ? (code as ApiError['code']) : ''
    this.errors = Array.isArray(errors) ? (errors as FieldProblem[]) : []
    this.data = data
  }
}

/** No answer: the device is offline, the server is down, or the time limit has passed. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** Whether the same call may succeed a little later. A refusal does not. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408

/** The server's message, or an empty text when it gave none. */
export const serverMessage = (error: unknown): string => (error instanceof ApiError ? error.message : '')

/** The server's message about one field. */
export const fieldMessage = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((problem) => problem.path === path)?.message : undefined

/** What a page itself refuses about one field, thrown before the call: it is shown as a refusal of the server is. */
export const createFieldError = (path: string, message: string) => new ApiError(422, { errors: [{ path, message }] })

/** Whether the call was refused with this code. */
export const hasCode = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code

/** Whether the answer names the fields that are wrong; the form says it there. */
export const hasFieldErrors = (error: unknown): boolean => error instanceof ApiError && error.errors.length > 0

/** What the device refused. Its message is for the person: browsers say why in terms for programmers. */
export class DeviceError extends Error {
  override readonly name = 'DeviceError'
}

/** What a page says about a failed call. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return 'The server did not answer. Check the connection and try again.'
  const isForPerson = error instanceof ApiError || error instanceof DeviceError
  return (isForPerson && error.message) || 'Something went wrong. Please try again.'
}
