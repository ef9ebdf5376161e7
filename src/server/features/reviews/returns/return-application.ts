// The registry returns an application for correction until a date, changes that date, or takes the return back.

import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { lockAgainstPublication } from '#server/domain/being-published.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { isOpenForCorrection, maxCorrectionDays } from '#shared/policy/correction.ts'
import { getOpenCase } from '../access.ts'
import { type CaseSummary, updateStatus } from '../case-store.ts'
import { lockCaseAt } from '../lock-case.ts'
import { beginRound } from '../next-round.ts'
import { type ReadDependencies, readProgress } from '../read-case.ts'
import { toSubject } from '../subject.ts'
import { assertStageTransition } from '../transitions.ts'
import { lockReturn, saveDraftOfAnswers, saveReturn, saveReturnEnd } from './return-store.ts'

export interface GivenReturn {
  /** What the applicant reads. */
  reason: string
  /** ISO 8601. */
  until: string
  version: number
}

const dayMs = 24 * 60 * 60_000

export function createReturns({ staffDatabase: { db }, clock }: ReadDependencies) {
  return {
    /**
     * Also changes the reason and the date while it was not sent again.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `application_withdrawn`, `on_hold`,
     * `being_published`, `not_returnable`, `invalid_request` for the date
     */
    returnApplication: (number: string, given: GivenReturn, actor: StaffPrincipal): Promise<ApplicationProgress> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:return', actor)
        const status = await lockCaseAt(tx, summary, given.version, actor, clock())
        if (!(await lockAgainstPublication(tx, summary.accountId))) throw new AppError('being_published')
        const now = clock()
        const until = parseUntil(given.until, now)
        const stage = assertStageTransition(status, 'return')
        const state = await lockReturn(tx, summary.id)
        if (state.decision === 'verified') throw new AppError('not_returnable')
        await saveReturn(tx, {
          applicationId: summary.id,
          submission: state.submission,
          reason: given.reason,
          until,
          returnedBy: actor.staffId,
          at: now,
        })
        await saveDraftOfAnswers(tx, summary.id, now)
        await updateStatus(tx, summary.id, { stage, ...beginRound(status), changedAt: now })
        await notifyApplicant(tx, summary, { reason: given.reason, until: until.toISOString() })
        await audit(tx, {
          actor: 'staff',
          action: 'application_returned',
          by: actor,
          ...toSubject(summary),
          detail: { columns: ['returned_until', 'return_reason'], until: until.toISOString() },
        })
        return readProgress(tx, summary, actor, now)
      }),

    /**
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `application_withdrawn`,
     * `on_hold`, `not_returned`
     */
    takeBackReturn: (number: string, { version }: { version: number }, actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:return', actor)
        const status = await lockCaseAt(tx, summary, version, actor, clock())
        const now = clock()
        const state = await lockReturn(tx, summary.id)
        const stage = assertStageTransition(status, 'cancel_return')
        if (!isOpenForCorrection(state.until, now)) throw new AppError('not_returned')
        const { submission } = state
        await saveReturnEnd(tx, { applicationId: summary.id, submission, returnedBy: actor.staffId, at: now })
        await updateStatus(tx, summary.id, { stage, changedAt: now })
        await notifyApplicant(tx, summary, { reason: '', until: null })
        const detail = { columns: ['returned_until', 'return_reason'] }
        await audit(tx, {
          actor: 'staff',
          action: 'application_return_ended',
          by: actor,
          ...toSubject(summary),
          detail,
        })
        return readProgress(tx, summary, actor, now)
      }),
  }
}

/** @throws AppError `invalid_request` */
function parseUntil(text: string, now: Date): Date {
  const until = new Date(text)
  const refuse = (message: string) => createFieldsError('invalid_request', [{ path: 'until', message }])
  if (until <= now) throw refuse('Choose a moment in the future.')
  if (until.getTime() > now.getTime() + maxCorrectionDays * dayMs)
    throw refuse(`Choose a day within ${maxCorrectionDays} days.`)
  return until
}

const notifyApplicant = (tx: Tx, { accountId, number }: CaseSummary, data: { reason: string; until: string | null }) =>
  enqueue(tx, 'send_email', { email: 'applicationReturned', accountId, data: { ...data, applicationNumber: number } })
