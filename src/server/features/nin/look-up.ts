import { AppError } from '#server/app-error.ts'
import { alertStaff } from '#server/platform/audit/staff-alert.ts'
import type { UnavailableReason } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/applicant/nin.ts'
import type { IdentityFact } from '#shared/policy/nin-outcomes.ts'
import type { NinDependencies } from './dependencies.ts'
import { compareIdentity } from './name-matching.ts'
import { auditLookUp, saveMatch } from './save-match.ts'
import { deleteUnansweredLookUp, type NinAccount, saveOutcome } from './store.ts'

export type Verification =
  | { kind: 'matched'; record: NinRecord }
  /** Contains nothing of the register's record, nor whether another account has verified the NIN. */
  | { kind: 'mismatch' }

export interface LookUp {
  id: string
  account: NinAccount
  nin: string
}

/**
 * Looks a NIN up in the register, compares the person with the account, and saves the outcome.
 * @throws AppError `nin_not_found`, `nin_provider_unavailable`, `nin_already_verified`
 */
export async function lookUpNin(deps: NinDependencies, lookUp: LookUp): Promise<Verification> {
  try {
    const answer = await deps.register.lookUp(lookUp.nin)
    switch (answer.kind) {
      case 'unavailable':
        return await rejectUnavailable(deps, lookUp, answer.reason)
      case 'notFound':
        await saveRejection(deps, lookUp, { outcome: 'not_found' })
        throw new AppError('nin_not_found')
      case 'found': {
        const { id: lookUpId, account } = lookUp
        const { person } = answer
        const differences = compareIdentity(account, person)
        if (differences.length === 0) {
          const record = await saveMatch(deps, { lookUpId, account, person })
          return record === 'taken' ? await rejectTaken(deps) : { kind: 'matched', record }
        }
        await saveRejection(deps, lookUp, { outcome: 'mismatch', differences })
        return { kind: 'mismatch' }
      }
    }
  } catch (error) {
    // A look-up without an outcome may be repeated at once.
    await deleteUnansweredLookUp(deps.database.db, lookUp.id).catch(() => {})
    throw error
  }
}

/** Tells the staff; the audit log names the account. */
export async function rejectTaken(deps: NinDependencies): Promise<{ kind: 'mismatch' }> {
  await alertStaff(deps, 'nin_taken', {})
  return { kind: 'mismatch' }
}

type Rejection = { outcome: 'not_found' } | { outcome: 'mismatch'; differences: IdentityFact[] }

const saveRejection = ({ database: { db } }: NinDependencies, { id, account }: LookUp, rejection: Rejection) =>
  db.transaction(async (tx) => {
    await saveOutcome(tx, id, rejection)
    await auditLookUp(tx, account.id, rejection)
  })

async function rejectUnavailable(
  deps: NinDependencies,
  { account }: LookUp,
  reason: UnavailableReason,
): Promise<never> {
  await auditLookUp(deps.database.db, account.id, { outcome: 'unavailable', reason })
  if (reason === 'credit') await alertStaff(deps, 'nin_credit_used_up', { reason })
  if (reason === 'refused') await alertStaff(deps, 'nin_credentials_refused', { reason })
  throw new AppError('nin_provider_unavailable')
}
