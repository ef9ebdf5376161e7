// A printed slip with a new initial password, for an applicant whose email cannot be reached.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { createInitialPassword } from '../imports/service.ts'
import type { ApplicantDependencies } from './dependencies.ts'
import { hasLoggedIn, isPasswordOnSlip, replaceInitialPassword } from './email-store.ts'
import { type AccountRow, findSlipOrigin, lockApplicant } from './store.ts'

const refuse = (message: string) => new AppError('slip_refused', { message })

async function assertPrintable(tx: Tx, { id, mustChangePassword }: AccountRow): Promise<void> {
  if (!mustChangePassword || (await hasLoggedIn(tx, id)))
    throw refuse('The initial password was used already. Send a link for a new password instead.')
  if (await isPasswordOnSlip(tx, id))
    throw refuse('A slip was printed already. Send the first email again if it was lost: that voids the slip.')
}

export function createPasswordSlipService({ staffDatabase, documents, clock, config }: ApplicantDependencies) {
  const { db } = staffDatabase

  /**
   * Replaces an initial password that was never used. Each is printed once: it is stored nowhere in clear text.
   * @returns the slip as PDF
   * @throws AppError `slip_refused` with a reason
   */
  return async function printPasswordSlip(account: AccountRow, actor: StaffPrincipal): Promise<Buffer> {
    await assertPrintable(db, account)
    const initialPassword = createInitialPassword()
    const hash = await hashPassword(initialPassword)
    const { surname: surName, firstName, middleName, userId, exerciseId } = account
    const origin = await findSlipOrigin(db, exerciseId)
    const createdAt = clock()
    const applicant = { surName, firstName, middleName, userId }
    const { publicUrl } = config
    // Before the password is replaced: a slip that cannot be made must not lock anybody out.
    const slip = await documents.render(() =>
      Promise.resolve({ kind: 'password', origin, applicant, initialPassword, publicUrl, createdAt }),
    )
    await db.transaction(async (tx) => {
      const locked = await lockApplicant(tx, account.id)
      if (!locked) throw new AppError('not_found')
      await assertPrintable(tx, locked)
      await replaceInitialPassword(tx, account.id, hash)
      await audit(tx, { actor: 'staff', action: 'password_slip_printed', accountId: account.id, by: actor, exerciseId })
    })
    return slip
  }
}
