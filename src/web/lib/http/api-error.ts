// The two ways in which a call fails. What a page says about them is the page's own matter.
import type { ErrorCode } from '#shared/messages/errors.ts'

export interface FieldProblem {
  path: string
  message: string
}

/** What a failing answer may hold; nothing of it is certain, a proxy may have written it. */
interface Answer {
  code?: unknown
  message?: unknown
  errors?: unknown
  data?: unknown
}

/** The server answered, and it was not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 2xx when only the body said no. */
  readonly status: number
  readonly code: ErrorCode | ''
  /** One for each field that was refused. */
  readonly errors: readonly FieldProblem[]
  readonly data: unknown

  constructor(status: number, answer: unknown) {
    const { code, message, errors, data } = (typeof answer === 'object' && answer ? answer : {}) as Answer
    super(typeof message === 'string' ? message : '')
    this.status = status
    this.code = typeof code === 'string' ? (code as ErrorCode) : ''
    this.errors = Array.isArray(errors) ? (errors as FieldProblem[]) : []
    this.data = data
  }
}

/** No answer came: no line, a server that is down, or the time limit. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** Trouble that passes: no answer, or one that says only that there is none now. A refusal stays one. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429 || error.status === 408

/** The server's own sentence, or an empty text when it said nothing. */
export const serverWords = (error: unknown): string => (error instanceof ApiError ? error.message : '')

/** The server's sentence about one field. */
export const fieldWords = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((problem) => problem.path === path)?.message : undefined
