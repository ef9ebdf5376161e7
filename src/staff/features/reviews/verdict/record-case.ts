// Records a review or a decision.
import { ApiError, describeFailure, hasCode } from '#kit/http/api-error.ts'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { type ReviewDraft, toChosenReasons } from './review-draft.ts'
import type { RecordKind } from './verdict-panel.tsx'

/**
 * At the version that the person knows, also when the page has been read again since. It can be tried again: what a try has
 * recorded whose answer was lost is recorded once.
 * @throws ApiError `changed_meanwhile` with the newest progress; NetworkError
 */
export async function recordCase(number: string, kind: RecordKind, draft: ReviewDraft): Promise<ApplicationProgress> {
  const { verdict, note, version } = draft
  if (verdict === null) throw new Error('There is no verdict.')
  const params = { number }
  const body = { reasons: toChosenReasons(draft), note: note.trim(), version }
  if (kind === 'review') return (await staffCall('reviewApplication', { params, body: { ...body, verdict } })).data
  if (verdict === 'return') throw new Error('The chair decides nothing by a return.')
  return (await staffCall('decideApplication', { params, body: { ...body, outcome: verdict } })).data
}

/** Why a case was not recorded, in words. */
export function describeRecordFailure(error: unknown): string {
  if (hasCode(error, 'changed_meanwhile')) return 'Not recorded: somebody changed the case meanwhile.'
  if (hasCode(error, 'second_person_required'))
    return 'Not recorded: it needs a review by somebody else that agrees. Ask for one, or hold the case.'
  if (error instanceof ApiError && error.errors[0]) return `Not recorded: ${error.errors[0].message}`
  return `Not recorded: ${describeFailure(error)}`
}
