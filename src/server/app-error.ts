import { type ErrorCode, type ErrorDescription, errors, formatTooManyAttempts } from '#shared/messages/errors.ts'
import { type StaffErrorCode, staffErrors } from '#shared/messages/staff-errors.ts'

/** A code of the applicants' or of the staff's catalogue. */
export type AnyErrorCode = ErrorCode | StaffErrorCode

const catalogue: Record<AnyErrorCode, ErrorDescription> = { ...errors, ...staffErrors }

export interface FieldError {
  path: string
  message: string
}

interface AppErrorDetails {
  /** Replaces the catalogue's message where a field's own message is more precise. */
  message?: string
  errors?: FieldError[]
  data?: unknown
  /** What the audit log records of the refusal, which the reply must not show. With an action it is always recorded. */
  auditAs?: { action?: 'file_refused'; detail: Record<string, string> }
  /** Seconds. */
  retryAfter?: number
  cause?: unknown
}

/** An expected error with a code; the catalogue holds its message and HTTP status. */
export class AppError extends Error {
  readonly code: AnyErrorCode
  readonly status: number
  readonly details: AppErrorDetails

  constructor(code: AnyErrorCode, details: AppErrorDetails = {}) {
    super(details.message ?? getMessage(code, details), { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.status = catalogue[code].status
    this.details = details
  }
}

const getMessage = (code: AnyErrorCode, { retryAfter }: AppErrorDetails) =>
  code === 'too_many_requests' && retryAfter ? formatTooManyAttempts(retryAfter) : catalogue[code].message

/** An error with one message per field; the first of them is also the error's message. */
export const createFieldsError = (code: AnyErrorCode, fields: FieldError[]) =>
  new AppError(code, { errors: fields, ...(fields[0] && { message: fields[0].message }) })
