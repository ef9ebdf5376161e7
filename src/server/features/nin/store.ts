import { and, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { files } from '#server/database/schema/files.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import type { IdentityFact } from '#shared/policy/nin-outcomes.ts'
import type { PastLookUp } from './decide-look-up.ts'
import type { IdentityFacts } from './name-matching.ts'

export interface NinAccount extends IdentityFacts {
  id: string
  exerciseId: number
  gender: 'm' | 'f'
}

/** Locks the account until the transaction ends, so that concurrent requests count one after the other. */
export async function lockAccount(tx: Tx, accountId: string): Promise<NinAccount | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  if (!row) return null
  const { id, exerciseId, surname, firstName, middleName, dateOfBirth, gender } = row
  return { id, exerciseId, surName: surname, firstName, middleName, dateOfBirth, gender }
}

/** One per NIN that the account has looked up. */
export async function listLookUps(tx: Tx, accountId: string): Promise<PastLookUp[]> {
  const rows = await tx.select().from(ninVerifications).where(eq(ninVerifications.accountId, accountId))
  return rows.map((row) => ({
    id: row.id,
    ninHash: row.ninHash,
    outcome: row.outcome,
    requestedAt: row.requestedAt,
    leaseExpiresAt: row.leaseExpiresAt,
    differences: row.differences ?? [],
    factsHash: row.factsHash,
  }))
}

/** How many NINs the account has looked up since then; those that got no answer do not count. */
export async function countLookUps(tx: Tx, accountId: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(ninVerifications)
    .where(
      and(
        eq(ninVerifications.accountId, accountId),
        ne(ninVerifications.outcome, 'requested'),
        gt(ninVerifications.requestedAt, since),
      ),
    )
  return row?.count ?? 0
}

export interface VerifiedNin {
  encryptedNin: Buffer
  encryptedRecord: Buffer | null
  photoFileId: string | null
}

export async function findVerifiedNin(tx: Tx, accountId: string): Promise<VerifiedNin | null> {
  const [row] = await tx
    .select({
      encryptedNin: ninVerifications.encryptedNin,
      encryptedRecord: ninVerifications.encryptedRecord,
      photoFileId: ninVerifications.photoFileId,
    })
    .from(ninVerifications)
    .where(and(eq(ninVerifications.accountId, accountId), eq(ninVerifications.outcome, 'matched')))
  return row ?? null
}

/** Whether an account of the exercise has verified this NIN. */
export async function isTaken(tx: Tx, exerciseId: number, ninHash: Buffer): Promise<boolean> {
  const [row] = await tx
    .select({ id: ninVerifications.id })
    .from(ninVerifications)
    .where(
      and(
        eq(ninVerifications.exerciseId, exerciseId),
        eq(ninVerifications.ninHash, ninHash),
        eq(ninVerifications.outcome, 'matched'),
      ),
    )
    .limit(1)
  return row !== undefined
}

interface NewLookUp {
  ninHash: Buffer
  encryptedNin: Buffer
  factsHash: Buffer
  consentAt: Date
  consentVersion: string
  requestedAt: Date
  leaseExpiresAt: Date
}

/** Adds the look-up, in place of an earlier one of the same NIN. @returns its id */
export async function addLookUp(tx: Tx, { id, exerciseId }: NinAccount, lookUp: NewLookUp): Promise<string> {
  const values = { ...lookUp, outcome: 'requested', differences: null } as const
  const [row] = await tx
    .insert(ninVerifications)
    .values({ ...values, accountId: id, exerciseId })
    .onConflictDoUpdate({ target: [ninVerifications.accountId, ninVerifications.ninHash], set: values })
    .returning({ id: ninVerifications.id })
  if (!row) throw new Error('The look-up was not added.')
  return row.id
}

type LookUpOutcome =
  | { outcome: 'not_found' }
  | { outcome: 'mismatch'; differences: IdentityFact[] }
  | { outcome: 'matched'; encryptedRecord: Buffer; photoFileId: string | null }

/** Unique indexes refuse a second account for one NIN, and a second NIN for one account. */
export async function saveOutcome(tx: Tx, id: string, outcome: LookUpOutcome): Promise<void> {
  const saved = await tx
    .update(ninVerifications)
    .set({ ...outcome, leaseExpiresAt: null })
    .where(isUnanswered(id))
    .returning({ id: ninVerifications.id })
  if (saved.length === 0) throw new Error('The look-up is no longer running.')
}

/** Deletes a look-up without an answer, so that it neither counts nor blocks the next one. */
export async function deleteUnansweredLookUp(tx: Tx, id: string): Promise<void> {
  await tx.delete(ninVerifications).where(isUnanswered(id))
}

const isUnanswered = (id: string) => and(eq(ninVerifications.id, id), eq(ninVerifications.outcome, 'requested'))

export async function getLookUpProgress(tx: Tx, id: string): Promise<'running' | 'answered' | 'deleted'> {
  const [row] = await tx
    .select({ isRunning: sql<boolean>`${ninVerifications.outcome} = 'requested'` })
    .from(ninVerifications)
    .where(eq(ninVerifications.id, id))
  if (!row) return 'deleted'
  return row.isRunning ? 'running' : 'answered'
}

export type PhotoFile = Pick<typeof files.$inferInsert, 'id' | 'accountId' | 'size' | 'sha256'>

export async function addPhotoFile(tx: Tx, photo: PhotoFile): Promise<void> {
  await tx.insert(files).values({ ...photo, kind: 'nin_photo', name: 'nin-photo.jpg', type: 'image/jpeg' })
}

export interface EncryptedLookUp {
  id: string
  encryptedNin: Buffer
  encryptedRecord: Buffer | null
}

/** Blocks new look-ups until the transaction ends. */
export async function lockLookUps(tx: Tx): Promise<EncryptedLookUp[]> {
  await tx.execute(sql`lock table ${ninVerifications} in exclusive mode`)
  const { id, encryptedNin, encryptedRecord } = ninVerifications
  return tx.select({ id, encryptedNin, encryptedRecord }).from(ninVerifications)
}

export async function replaceEncryption(
  tx: Tx,
  { id, ...values }: EncryptedLookUp & { ninHash: Buffer },
): Promise<void> {
  await tx.update(ninVerifications).set(values).where(eq(ninVerifications.id, id))
}
