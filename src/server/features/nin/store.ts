import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts, files, ninVerifications } from '#server/platform/database/schema/schema.ts'
import type { AskedNin } from './decide-look-up.ts'
import type { Fact, IdentityFacts } from './name-matching.ts'

export interface NinAccount extends IdentityFacts {
  id: string
  exerciseId: number
  gender: 'm' | 'f'
}

/** The account, locked until the transaction ends: its presses are counted one after the other. */
export async function lockedAccount(tx: Tx, accountId: string): Promise<NinAccount | null> {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  if (!row) return null
  const { id, exerciseId, surname, firstName, middleName, dateOfBirth, gender } = row
  return { id, exerciseId, surName: surname, firstName, middleName, dateOfBirth, gender }
}

/** Every NIN that the account has asked about. */
export async function askedBy(tx: Tx, accountId: string): Promise<AskedNin[]> {
  const rows = await tx.select().from(ninVerifications).where(eq(ninVerifications.accountId, accountId))
  return rows.map((row) => ({
    id: row.id,
    ninHash: row.ninHash,
    outcome: row.outcome,
    askedAt: row.askedAt,
    askingUntil: row.askingUntil,
    differences: (row.differences ?? []) as Fact[],
    factsHash: row.factsHash,
  }))
}

export interface Verified {
  ninSealed: Buffer
  recordSealed: Buffer | null
  photoFileId: string | null
}

export async function verifiedNin(tx: Tx, accountId: string): Promise<Verified | null> {
  const [row] = await tx
    .select({
      ninSealed: ninVerifications.ninSealed,
      recordSealed: ninVerifications.recordSealed,
      photoFileId: ninVerifications.photoFileId,
    })
    .from(ninVerifications)
    .where(and(eq(ninVerifications.accountId, accountId), eq(ninVerifications.outcome, 'matched')))
  return row ?? null
}

/** Whether another account of the exercise has verified this NIN. */
export async function isTaken(tx: Tx, { id, exerciseId }: NinAccount, ninHash: Buffer): Promise<boolean> {
  const [row] = await tx
    .select({ id: ninVerifications.id })
    .from(ninVerifications)
    .where(
      and(
        eq(ninVerifications.exerciseId, exerciseId),
        eq(ninVerifications.ninHash, ninHash),
        eq(ninVerifications.outcome, 'matched'),
        ne(ninVerifications.accountId, id),
      ),
    )
    .limit(1)
  return row !== undefined
}

interface Asking {
  ninHash: Buffer
  ninSealed: Buffer
  factsHash: Buffer
  consentAt: Date | null
  askedAt: Date
  askingUntil: Date
}

/** Notes that the register is being asked, in place of what was known of this NIN. */
export async function noteAsking(tx: Tx, { id, exerciseId }: NinAccount, asking: Asking): Promise<string> {
  const asked = { ...asking, outcome: 'asked', differences: null } as const
  const [row] = await tx
    .insert(ninVerifications)
    .values({ ...asked, accountId: id, exerciseId })
    .onConflictDoUpdate({ target: [ninVerifications.accountId, ninVerifications.ninHash], set: asked })
    .returning({ id: ninVerifications.id })
  if (!row) throw new Error('The look-up was not noted.')
  return row.id
}

type Outcome =
  | { outcome: 'not_found' }
  | { outcome: 'mismatch'; differences: Fact[] }
  | { outcome: 'matched'; recordSealed: Buffer; photoFileId: string | null }

/** The unique indexes refuse a second account for one NIN, and a second NIN for one account. */
export async function saveOutcome(tx: Tx, id: string, outcome: Outcome): Promise<void> {
  const saved = await tx
    .update(ninVerifications)
    .set({ ...outcome, askingUntil: null })
    .where(and(eq(ninVerifications.id, id), eq(ninVerifications.outcome, 'asked')))
    .returning({ id: ninVerifications.id })
  if (saved.length === 0) throw new Error('The look-up is no longer under way.')
}

/** As if it had never been asked. */
export async function forget(tx: Tx, id: string): Promise<void> {
  await tx.delete(ninVerifications).where(and(eq(ninVerifications.id, id), eq(ninVerifications.outcome, 'asked')))
}

export async function isStillAsked(tx: Tx, id: string): Promise<'asked' | 'answered' | 'forgotten'> {
  const [row] = await tx
    .select({ isAsked: sql<boolean>`${ninVerifications.outcome} = 'asked'` })
    .from(ninVerifications)
    .where(eq(ninVerifications.id, id))
  if (!row) return 'forgotten'
  return row.isAsked ? 'asked' : 'answered'
}

export type PhotoFile = Pick<typeof files.$inferInsert, 'id' | 'accountId' | 'size' | 'sha256'>

export async function addPhotoFile(tx: Tx, photo: PhotoFile): Promise<void> {
  await tx.insert(files).values({ ...photo, kind: 'nin_photo', name: 'nin-photo.jpg', type: 'image/jpeg' })
}
