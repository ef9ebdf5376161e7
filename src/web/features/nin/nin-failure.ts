// What a failed verification says (specification, section 8).
import { notices } from '#shared/words/notices.ts'
import { ApiError } from '#web/lib/api-error.ts'

export interface NinFailure {
  message: string
  /** The server's own words where the specification fixes others; empty where they are the message. */
  detail: string
}

export function ninFailure(error: unknown): NinFailure {
  if (!(error instanceof ApiError)) return { message: notices.nin.failed, detail: '' }
  const { status, message } = error
  if (status < 300) return { message: notices.nin.unexpected, detail: message }
  if (status === 400) return { message: notices.nin.refused, detail: message }
  return { message: message || (status === 500 ? notices.nin.serverError : notices.nin.failed), detail: '' }
}
