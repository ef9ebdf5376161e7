import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { isUnavailable, violatesConstraint } from '#server/database/errors.ts'
import { claimContent } from '#server/database/unreferenced-contents.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { RegisteredPerson } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/applicant/nin.ts'
import type { NinDependencies } from './dependencies.ts'
import { compareIdentity } from './name-matching.ts'
import { toNinRecord, toStoredRecord } from './nin-record.ts'
import { storePhoto } from './photo.ts'
import { addPhotoFile, lockAccount, type NinAccount, saveOutcome } from './store.ts'

/**
 * Saves the register's record and photo of a person who matches the account.
 * @param lookUpId of the running look-up
 * @returns `taken` when another account has verified the NIN meanwhile
 * @throws AppError `nin_already_verified` when another request of this account was faster, `unavailable` when the account was
 *   corrected while the register was asked, and is another person by now
 */
export async function saveMatch(
  deps: NinDependencies,
  { lookUpId, account, person }: { lookUpId: string; account: NinAccount; person: RegisteredPerson },
): Promise<NinRecord | 'taken'> {
  const { files, encryption } = deps
  const { db } = deps.database
  const photo = person.photo && (await storePhoto(deps, account.id, person.photo))
  try {
    await db.transaction(async (tx) => {
      const current = await lockAccount(tx, account.id)
      if (!current || compareIdentity(current, person).length > 0) throw new AppError('unavailable', { retryAfter: 1 })
      if (photo) {
        await addPhotoFile(tx, photo)
        await claimContent(tx, photo.id)
      }
      const encryptedRecord = encryption.encrypt(JSON.stringify(toStoredRecord(person)))
      await saveOutcome(tx, lookUpId, { outcome: 'matched', encryptedRecord, photoFileId: photo?.id ?? null })
      await auditLookUp(tx, account.id, { outcome: 'matched' })
    })
  } catch (error) {
    // If the connection was lost during the commit, the row may exist and still needs the photo.
    // The hourly job removes what is left, so nobody waits for the store.
    if (photo && !isUnavailable(error)) void files.remove(photo.id).catch(() => {})
    if (violatesConstraint(error, 'nin_once_per_exercise')) {
      await db.transaction((tx) => saveTaken(tx, lookUpId, account.id))
      return 'taken'
    }
    if (!violatesConstraint(error, 'nin_one_per_account')) throw error
    await auditLookUp(db, account.id, { outcome: 'nin_already_verified' })
    throw new AppError('nin_already_verified')
  }
  return toNinRecord(person)
}

export const auditLookUp = (tx: Tx, accountId: string, detail: Record<string, unknown>): Promise<void> =>
  audit(tx, { actor: 'applicant', action: 'nin_looked_up', accountId, detail })

/** A NIN of another account is saved and answered as a mismatch, so that nobody learns who else has applied. */
export async function saveTaken(tx: Tx, lookUpId: string, accountId: string): Promise<void> {
  await saveOutcome(tx, lookUpId, { outcome: 'mismatch', differences: [] })
  await auditLookUp(tx, accountId, { outcome: 'nin_taken' })
}
