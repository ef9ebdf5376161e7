// Sends the form, and says what came of it. Safe to repeat: the same answers again give the same application.
import type { Answers } from '#shared/application/sections.ts'
import { notices } from '#shared/messages/web-messages.ts'
import { country } from '#shared/reference-data/country.ts'
import { ApiError, type FieldProblem } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/http.ts'

export type SubmitOutcome =
  | { kind: 'done'; applicationId: string; message: string }
  | { kind: 'nin required'; message: string }
  /** `problems` are the server's sentences by path, when it names any. */
  | { kind: 'refused'; message: string; problems: readonly FieldProblem[] }
  | { kind: 'unreachable'; message: string }

/** Never rejects. */
export async function submitApplication(answers: Answers): Promise<SubmitOutcome> {
  try {
    const { data } = await call('submitApplication', { body: { ...answers, country: country.value } })
    return { kind: 'done', applicationId: data.applicationId, message: notices.submit.done }
  } catch (error) {
    return outcomeOf(error)
  }
}

function outcomeOf(error: unknown): SubmitOutcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable', message: notices.submit.error }
  const message = error.message || (error.status < 300 ? notices.submit.failed : notices.submit.error)
  if (error.code === 'nin_required') return { kind: 'nin required', message }
  // Submitted before, from here or elsewhere: that is what was wanted (decisions.md, "The form").
  const applicationId = error.code === 'already_submitted' ? numberIn(error.data) : ''
  if (applicationId) return { kind: 'done', applicationId, message }
  return { kind: 'refused', message, problems: error.errors }
}

const numberIn = (data: unknown) =>
  typeof data === 'object' && data !== null && 'applicationId' in data ? String(data.applicationId) : ''
