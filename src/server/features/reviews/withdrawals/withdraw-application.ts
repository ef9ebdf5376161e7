// Withdraws an application because the applicant asked for it, and takes it up again when that was a mistake.

import { AppError } from '#server/app-error.ts'
import { lockAgainstPublication } from '#server/domain/being-published.ts'
import { lockAgainstHold } from '#server/domain/holds.ts'
import { assertFresh, type StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import type { ApplicationProgress } from '#shared/api/staff/applications/application-details.ts'
import { getOpenCase } from '../access.ts'
import { findPublished, lockStatus, updateStatus } from '../case-store.ts'
import { assertNotOnHold, lockVersion } from '../lock-case.ts'
import { beginRound } from '../next-round.ts'
import { type ReadDependencies, readProgress } from '../read-case.ts'
import { toSubject } from '../subject.ts'
import { assertStageTransition } from '../transitions.ts'
import { saveReinstatement, saveWithdrawal } from './withdrawal-store.ts'

export function createWithdrawals({ staffDatabase: { db }, clock }: ReadDependencies) {
  return {
    /**
     * From every stage. It names no version: what reviewers did meanwhile makes no difference, and the helpdesk must not
     * learn of it. One whose outcome is published needs a fresh sign-in: the outcome ends.
     * @throws AppError `fresh_sign_in_required`, `not_found`, `exercise_archived`, `already_withdrawn`, `on_hold`, `being_published`
     */
    withdrawApplication: (
      number: string,
      { reason }: { reason: string },
      actor: StaffPrincipal,
    ): Promise<ApplicationProgress> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:withdraw', actor)
        await lockAgainstHold(tx, summary.accountId)
        const status = await lockStatus(tx, summary.id)
        const stage = assertStageTransition(status, 'withdraw')
        await assertNotOnHold(tx, summary)
        if (!(await lockAgainstPublication(tx, summary.accountId))) throw new AppError('being_published')
        const at = clock()
        const published = await findPublished(tx, summary.id)
        if (published && published.decision !== 'pending') assertFresh(actor, at)
        await saveWithdrawal(tx, { applicationId: summary.id, reason, madeBy: actor.staffId, at })
        await updateStatus(tx, summary.id, { stage, ...beginRound(status), assignedTo: null, changedAt: at })
        const { accountId } = summary
        const data = { applicationNumber: summary.number, withdrawnAt: at.toISOString() }
        await enqueue(tx, 'send_email', { email: 'applicationWithdrawn', accountId, data })
        const detail = { from: status.stage }
        await audit(tx, { actor: 'staff', action: 'application_withdrawn', by: actor, ...toSubject(summary), detail })
        return readProgress(tx, summary, actor, at)
      }),

    /**
     * Back into review, where earlier reviews and decisions do not count and nothing is published.
     * @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest, `not_withdrawn`, `on_hold`
     */
    reinstateApplication: (
      number: string,
      { reason, version }: { reason: string; version: number },
      actor: StaffPrincipal,
    ): Promise<ApplicationProgress> =>
      db.transaction(async (tx) => {
        const summary = await getOpenCase(tx, number, 'application:reinstate', actor)
        const at = clock()
        const status = await lockVersion(tx, summary, version, actor, at)
        const stage = assertStageTransition(status, 'reinstate')
        await assertNotOnHold(tx, summary)
        await saveReinstatement(tx, { applicationId: summary.id, reason, madeBy: actor.staffId, at })
        await updateStatus(tx, summary.id, { stage, changedAt: at })
        const { accountId } = summary
        const data = { applicationNumber: summary.number }
        await enqueue(tx, 'send_email', { email: 'applicationReinstated', accountId, data })
        await audit(tx, { actor: 'staff', action: 'application_reinstated', by: actor, ...toSubject(summary) })
        return readProgress(tx, summary, actor, at)
      }),
  }
}
