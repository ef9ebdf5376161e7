import { and, asc, eq, lt, or } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staffPasskeys } from '#server/database/schema/staff.ts'
import type { PublicKey } from './verification.ts'

export type PasskeyRow = typeof staffPasskeys.$inferSelect

/** A person's passkeys, oldest first. */
export const listPasskeys = (tx: Tx, staffId: string): Promise<PasskeyRow[]> =>
  tx
    .select()
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffId, staffId))
    .orderBy(asc(staffPasskeys.createdAt), asc(staffPasskeys.id))

export async function findPasskey(tx: Tx, credentialId: Buffer): Promise<PasskeyRow | null> {
  const [row] = await tx.select().from(staffPasskeys).where(eq(staffPasskeys.credentialId, credentialId))
  return row ?? null
}

/** @returns null when the passkey is stored already, for whomever */
export async function addPasskey(
  tx: Tx,
  passkey: PublicKey & { staffId: string; name: string; createdAt: Date },
): Promise<PasskeyRow | null> {
  const [row] = await tx.insert(staffPasskeys).values(passkey).onConflictDoNothing().returning()
  return row ?? null
}

/**
 * Notes a use with the counter of its signature.
 * @returns false when the counter is not higher than the one before: the passkey may have been copied. Authenticators that do
 *   not count send 0 each time.
 */
export async function notePasskeyUse(
  tx: Tx,
  credentialId: Buffer,
  { counter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const isCountless = counter === 0 ? eq(staffPasskeys.counter, 0) : undefined
  const rows = await tx
    .update(staffPasskeys)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(staffPasskeys.credentialId, credentialId), or(lt(staffPasskeys.counter, counter), isCountless)))
    .returning({ id: staffPasskeys.id })
  return rows.length === 1
}

/** @returns null for an unknown one, or somebody else's */
export async function renamePasskey(
  tx: Tx,
  { id, staffId, name }: Pick<PasskeyRow, 'id' | 'staffId' | 'name'>,
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .update(staffPasskeys)
    .set({ name })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.staffId, staffId)))
    .returning()
  return row ?? null
}

export async function removePasskey(tx: Tx, id: string): Promise<void> {
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.id, id))
}

export async function removeAllPasskeys(tx: Tx, staffId: string): Promise<void> {
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId))
}
