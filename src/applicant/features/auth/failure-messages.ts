// What the login and the password forms say when a call fails.
import { ApiError } from '#kit/http/api-error.ts'

/** The fixed messages of one kind of call. */
interface FailureTexts {
  /** A 2xx reply that is no success. */
  failed: string
  /** An error reply without a message. */
  unexpected: string
  /** No reply at all. */
  noAnswer: string
  /** The line in the form when the server gave no message. */
  inline: string
}

export interface FailureMessages {
  toast: string
  inline: string
}

export function getFailureMessages(error: unknown, texts: FailureTexts): FailureMessages {
  if (!(error instanceof ApiError)) return { toast: texts.noAnswer, inline: texts.inline }
  const fallback = error.status < 300 ? texts.failed : texts.unexpected
  return { toast: error.message || fallback, inline: error.message || texts.inline }
}
