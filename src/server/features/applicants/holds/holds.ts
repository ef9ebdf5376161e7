// Holds: staff stop the review and publication of an application until something about the applicant is clear.

import { AppError } from '#server/app-error.ts'
import { lockAgainstPublication } from '#server/domain/being-published.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ApplicantDependencies } from '../dependencies.ts'
import { type AccountRow, lockApplicant } from '../store.ts'
import { addHold, endHold } from './hold-store.ts'

export function createHoldService({
  staffDatabase: { db },
  clock,
}: Pick<ApplicantDependencies, 'staffDatabase' | 'clock'>) {
  return {
    /** @throws AppError `already_on_hold`, `being_published` */
    hold: ({ id: accountId, exerciseId }: AccountRow, reason: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        // After reviews and decisions that are being recorded, which hold a lock on the account.
        await lockApplicant(tx, accountId)
        if (!(await lockAgainstPublication(tx, accountId))) throw new AppError('being_published')
        if (!(await addHold(tx, { accountId, reason, madeBy: actor.staffId, madeAt: clock() })))
          throw new AppError('already_on_hold')
        await audit(tx, { actor: 'staff', action: 'applicant_held', accountId, by: actor, reason, exerciseId })
      }),

    /** @throws AppError `not_on_hold` */
    release: ({ id: accountId, exerciseId }: AccountRow, reason: string, actor: StaffPrincipal): Promise<void> =>
      db.transaction(async (tx) => {
        const end = { endedBy: actor.staffId, endedAt: clock(), endReason: reason }
        if (!(await endHold(tx, accountId, end))) throw new AppError('not_on_hold')
        await audit(tx, { actor: 'staff', action: 'applicant_hold_ended', accountId, by: actor, reason, exerciseId })
      }),
  }
}
