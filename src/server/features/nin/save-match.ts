import { AppError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { isUnavailable, violatesConstraint } from '#server/platform/database/errors.ts'
import { claimContent } from '#server/platform/database/unreferenced-contents.ts'
import type { RegisteredPerson } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import type { NinDependencies } from './dependencies.ts'
import { toStoredRecord } from './nin-record.ts'
import { storePhoto } from './photo.ts'
import { addPhotoFile, type NinAccount, saveOutcome } from './store.ts'

/**
 * Saves the register's record and photo of a person who matches the account.
 * @param lookUpId of the running look-up
 * @throws AppError `nin_taken`, `nin_already_verified` when another request was faster
 */
export async function saveMatch(
  deps: NinDependencies,
  { lookUpId, account, person }: { lookUpId: string; account: NinAccount; person: RegisteredPerson },
): Promise<NinRecord> {
  const { files, encryption } = deps
  const { db } = deps.database
  const record = toStoredRecord(person)
  const photo = person.photo && (await storePhoto(deps, account.id, person.photo))
  try {
    await db.transaction(async (tx) => {
      if (photo) {
        await addPhotoFile(tx, photo)
        await claimContent(tx, photo.id)
      }
      const encryptedRecord = encryption.encrypt(JSON.stringify(record))
      await saveOutcome(tx, lookUpId, { outcome: 'matched', encryptedRecord, photoFileId: photo?.id ?? null })
      await auditLookUp(tx, account.id, { outcome: 'matched' })
    })
  } catch (error) {
    // If the connection was lost during the commit, the row may exist and still needs the photo.
    if (photo && !isUnavailable(error)) await files.remove(photo.id)
    const code = toConflictCode(error)
    if (!code) throw error
    await auditLookUp(db, account.id, { outcome: code })
    throw new AppError(code)
  }
  return { ...record, ninPassport: person.photo?.toString('base64') ?? '' }
}

export const auditLookUp = (tx: Tx, accountId: string, detail: Record<string, unknown>): Promise<void> =>
  audit(tx, { actor: 'applicant', action: 'nin_looked_up', accountId, detail })

/** Another account has verified this NIN meanwhile, or this account another NIN. */
function toConflictCode(error: unknown) {
  if (violatesConstraint(error, 'nin_once_per_exercise')) return 'nin_taken' as const
  if (violatesConstraint(error, 'nin_one_per_account')) return 'nin_already_verified' as const
  return null
}
