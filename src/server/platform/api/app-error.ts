import { type ErrorCode, errors } from '#shared/messages/errors.ts'

export interface FieldError {
  path: string
  message: string
}

interface More {
  /** Another sentence than the catalogue's, when a field's own says more. */
  message?: string
  errors?: FieldError[]
  data?: unknown
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** A refusal with a name; its words and status stand in the catalogue. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly more: More

  constructor(code: ErrorCode, more: More = {}) {
    super(more.message ?? errors[code].message, { cause: more.cause })
    this.code = code
    this.status = errors[code].status
    this.more = more
  }
}

/** A refusal of some fields: one sentence each, the first of them as the message. */
export const refusedFields = (code: ErrorCode, fields: FieldError[]) =>
  new AppError(code, { errors: fields, ...(fields[0] && { message: fields[0].message }) })
