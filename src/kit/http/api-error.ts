// The two ways in which a call fails. Each page decides what it says about them.
import type { ErrorCode } from '#shared/messages/errors.ts'

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
  readonly code: ErrorCode | ''
  /** One for each field that was refused. */
  readonly errors: readonly FieldProblem[]
  readonly data: unknown
  /** Milliseconds until the server may take the call; of uploads only, and 0 when it does not say. */
  retryAfterMs = 0

  constructor(status: number, body: unknown) {
    const { code, message, errors, data } = (typeof body === 'object' && body ? body : {}) as ErrorBody
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = typeof code === 'string' ? (code as ErrorCode) : ''
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
