// What a failed verification says (specification, section 8).
import { notices } from '#shared/messages/web-messages.ts'
import { ApiError } from '#web/lib/http/api-error.ts'

export interface NinFailure {
  message: string
  /** The server's own words where the specification fixes others; empty where they are the message. */
  detail: string
  /** The identity service is down: nothing is wrong with the NIN. */
  isLater: boolean
}

export function ninFailure(error: unknown): NinFailure {
  if (!(error instanceof ApiError)) return { message: notices.nin.failed, detail: '', isLater: false }
  const { status, message } = error
  if (status < 300) return { message: notices.nin.unexpected, detail: message, isLater: false }
  if (status === 400) return { message: notices.nin.refused, detail: message, isLater: false }
  const words = message || (status === 500 ? notices.nin.serverError : notices.nin.failed)
  return { message: words, detail: '', isLater: status === 503 }
}
