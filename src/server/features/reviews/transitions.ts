// Changes an application's stage as the table of transitions says. What a review leads to is decided by `decideReview` from
// the same table.

import { AppError } from '#server/app-error.ts'
import { getNextStage, type ReviewStage, type StageEvent } from '#shared/decisions/stages.ts'
import type { StaffErrorCode } from '#shared/messages/staff-errors.ts'

/** What the person is told where the stage does not allow the event. */
const refusals = {
  decide_shortlisted: 'application_withdrawn',
  decide_rejected: 'application_withdrawn',
  decide_held: 'application_withdrawn',
  return: 'not_returnable',
  cancel_return: 'not_returned',
  withdraw: 'already_withdrawn',
  reinstate: 'not_withdrawn',
} as const satisfies Partial<Record<StageEvent, StaffErrorCode>>

/** The stage after the event. @throws AppError the event's code where the table has no such transition */
export function assertStageTransition({ stage }: { stage: ReviewStage }, event: keyof typeof refusals): ReviewStage {
  const next = getNextStage(stage, event)
  if (!next) throw new AppError(refusals[event])
  return next
}
