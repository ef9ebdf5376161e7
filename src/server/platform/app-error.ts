import { type ErrorCode, errors, formatTooManyAttempts } from '#shared/messages/errors.ts'

export interface FieldError {
  path: string
  message: string
}

interface AppErrorDetails {
  /** Replaces the catalogue's message where a field's own message is more precise. */
  message?: string
  errors?: FieldError[]
  data?: unknown
  /** Recorded in the audit log, where the reply must not show that something was refused. */
  auditAs?: { action: 'file_refused'; detail: Record<string, string> }
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** An expected error with a code; the catalogue holds its message and HTTP status. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: AppErrorDetails

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? getMessage(code, details), { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errors[code].status
    this.details = details
  }
}

const getMessage = (code: ErrorCode, { retryAfter }: AppErrorDetails) =>
  code === 'too_many_requests' && retryAfter ? formatTooManyAttempts(retryAfter) : errors[code].message

/** An error with one message per field; the first of them is also the error's message. */
export const createFieldsError = (code: ErrorCode, fields: FieldError[]) =>
  new AppError(code, { errors: fields, ...(fields[0] && { message: fields[0].message }) })
