// Submits the form. Safe to repeat: the same answers give the same application.

import { call } from '#applicant/http/call.ts'
import { ApiError, type FieldProblem } from '#kit/http/api-error.ts'
import type { Answers } from '#shared/application/sections.ts'
import { messages } from '#shared/messages/web-messages.ts'
import { country } from '#shared/reference-data/option-lists.ts'

export type SubmitOutcome =
  | { kind: 'done'; applicationId: string; submittedAt?: string; message: string }
  | { kind: 'nin required'; message: string }
  /** `errors` are the server's messages by path, if it names any. */
  | { kind: 'refused'; message: string; errors: readonly FieldProblem[] }
  /** What was returned can be corrected no more. */
  | { kind: 'over'; message: string }
  | { kind: 'unreachable'; message: string }

/** Never rejects. @param isCorrection what was sent before is returned, and these answers replace it */
export async function submitApplication(answers: Answers, isCorrection: boolean): Promise<SubmitOutcome> {
  try {
    const { data } = await call('submitApplication', { body: { ...answers, country: country.value } })
    return { kind: 'done', ...data, message: messages.submit.done }
  } catch (error) {
    return toOutcome(error, isCorrection)
  }
}

const notCorrected =
  'Your correction was not sent: its time has passed, it was sent from another window, or the application was withdrawn. See your dashboard.'

function toOutcome(error: unknown, isCorrection: boolean): SubmitOutcome {
  if (!(error instanceof ApiError)) return { kind: 'unreachable', message: messages.submit.error }
  const message = error.message || (error.status < 300 ? messages.submit.failed : messages.submit.error)
  if (error.code === 'nin_required') return { kind: 'nin required', message }
  // An earlier submission, from here or elsewhere, counts as success.
  const applicationId = error.code === 'already_submitted' ? readApplicationId(error.data) : ''
  if (applicationId && isCorrection) return { kind: 'over', message: notCorrected }
  if (applicationId) return { kind: 'done', applicationId, message }
  return { kind: 'refused', message, errors: error.errors }
}

const readApplicationId = (data: unknown) =>
  typeof data === 'object' && data !== null && 'applicationId' in data ? String(data.applicationId) : ''
