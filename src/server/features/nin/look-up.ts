// One look-up in the register, from the question to what is kept of the answer.

import { keepForGood } from '#server/features/uploads/service.ts'
import { AppError } from '#server/platform/api/app-error.ts'
import { record } from '#server/platform/audit/audit.ts'
import { alertStaff } from '#server/platform/audit/staff-alert.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { isAway, violates } from '#server/platform/database/errors.ts'
import type { RegisteredPerson, UnavailableReason } from '#server/providers/nin/nin-register.ts'
import type { NinRecord } from '#shared/api/nin.ts'
import type { Means } from './dependencies.ts'
import { differences, type Fact } from './name-matching.ts'
import { recordOf } from './nin-record.ts'
import { keepPhoto } from './photo.ts'
import { addPhotoFile, forget, type NinAccount, saveOutcome } from './store.ts'

export type Verification =
  | { kind: 'matched'; record: NinRecord }
  /** Nothing of the register's data is told. */
  | { kind: 'mismatch'; differences: Fact[] }

interface LookUp {
  /** The row that says that the register is being asked. */
  id: string
  account: NinAccount
  nin: string
}

/** @throws AppError `nin_not_found`, `nin_provider_unavailable`, `nin_taken`, `nin_already_verified` */
export async function lookUp(means: Means, asked: LookUp): Promise<Verification> {
  const { db } = means.database
  try {
    const answer = await means.register.lookUp(asked.nin)
    switch (answer.kind) {
      case 'unavailable':
        return await unavailable(means, asked, answer.reason)
      case 'notFound':
        await conclude(means, asked, { outcome: 'not_found' })
        throw new AppError('nin_not_found')
      case 'found': {
        const differing = differences(asked.account, answer.person)
        if (differing.length === 0) return await matched(means, asked, answer.person)
        await conclude(means, asked, { outcome: 'mismatch', differences: differing })
        return { kind: 'mismatch', differences: differing }
      }
    }
  } catch (error) {
    // Whatever was not concluded may be asked again at once.
    await forget(db, asked.id).catch(() => {})
    throw error
  }
}

type Conclusion = { outcome: 'not_found' } | { outcome: 'mismatch'; differences: Fact[] }

const conclude = ({ database: { db } }: Means, { id, account }: LookUp, conclusion: Conclusion) =>
  db.transaction(async (tx) => {
    await saveOutcome(tx, id, conclusion)
    await recordLookUp(tx, account, conclusion)
  })

const recordLookUp = (tx: Tx, { id }: NinAccount, detail: Record<string, unknown>) =>
  record(tx, { actor: 'applicant', action: 'nin_looked_up', accountId: id, detail })

async function unavailable(means: Means, { account }: LookUp, reason: UnavailableReason): Promise<never> {
  await recordLookUp(means.database.db, account, { outcome: 'unavailable', reason })
  if (reason === 'credit') await alertStaff(means, 'nin_credit_used_up', { reason })
  if (reason === 'refused') await alertStaff(means, 'nin_credentials_refused', { reason })
  throw new AppError('nin_provider_unavailable')
}

async function matched(means: Means, { id, account }: LookUp, person: RegisteredPerson): Promise<Verification> {
  const { files, seal } = means
  const { db } = means.database
  const found = recordOf(person)
  const photo = person.photo && (await keepPhoto(means, account.id, person.photo))
  try {
    await db.transaction(async (tx) => {
      if (photo) {
        await addPhotoFile(tx, photo)
        await keepForGood(tx, photo.id)
      }
      const recordSealed = seal.seal(JSON.stringify(found))
      await saveOutcome(tx, id, { outcome: 'matched', recordSealed, photoFileId: photo?.id ?? null })
      await recordLookUp(tx, account, { outcome: 'matched' })
    })
  } catch (error) {
    // Lost in the middle of the commit, the row may stand: then its content must too.
    if (photo && !isAway(error)) await files.remove(photo.id)
    const refusal = beatenBy(error)
    if (!refusal) throw error
    await recordLookUp(db, account, { outcome: refusal })
    throw new AppError(refusal)
  }
  return { kind: 'matched', record: { ...found, ninPassport: person.photo?.toString('base64') ?? '' } }
}

/** Somebody was quicker: another account with this NIN, or this account with another one. */
function beatenBy(error: unknown) {
  if (violates(error, 'nin_once_per_exercise')) return 'nin_taken' as const
  if (violates(error, 'nin_one_per_account')) return 'nin_already_verified' as const
  return null
}
