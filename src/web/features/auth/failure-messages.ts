// What logging in and changing a password say when they fail (specification, section 8).
import { ApiError } from '#web/lib/http/api-error.ts'

/** The sentences of one kind of call. */
interface Sentences {
  /** A 2xx answer that is no success. */
  failed: string
  /** A refusal without words. */
  unexpected: string
  /** No answer at all. */
  noAnswer: string
  /** The line in the form when the server gave none. */
  inline: string
}

export interface FailureWords {
  toast: string
  inline: string
}

export function failureWords(error: unknown, sentences: Sentences): FailureWords {
  if (!(error instanceof ApiError)) return { toast: sentences.noAnswer, inline: sentences.inline }
  const whenSilent = error.status < 300 ? sentences.failed : sentences.unexpected
  return { toast: error.message || whenSilent, inline: error.message || sentences.inline }
}
