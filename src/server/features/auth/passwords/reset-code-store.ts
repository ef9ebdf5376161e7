// Codes of password reset links: single use, valid for half an hour unless said otherwise, stored only as their SHA-256.
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { passwordResets } from '#server/database/schema/accounts-and-sessions.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'

export const resetCodeMinutes = 30

/** Returns the code, which cannot be read again later. */
export async function issueResetCode(
  tx: Tx,
  accountId: string,
  now: Date,
  validMinutes = resetCodeMinutes,
): Promise<string> {
  const code = createToken()
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000)
  await tx.insert(passwordResets).values({ accountId, codeHash: hashToken(code), createdAt: now, expiresAt })
  return code
}

const isValid = (now: Date) => and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** The account id of a valid code, or null. */
export async function findResetCodeOwner(tx: Tx, code: string, now: Date): Promise<string | null> {
  const [reset] = await tx
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .where(and(eq(passwordResets.codeHash, hashToken(code)), isValid(now)))
  return reset?.accountId ?? null
}

/** Marks a valid code as used; false when a concurrent request has used it first. */
export async function redeemResetCode(tx: Tx, code: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.codeHash, hashToken(code)), isValid(now)))
    .returning({ id: passwordResets.id })
  return rows.length === 1
}

/** Makes every unused code of the account invalid, because its password was changed. */
export async function voidResetCodes(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt)))
}

/** Deletes the codes that expired before this moment. */
export async function deleteExpiredResetCodes(tx: Tx, before: Date): Promise<void> {
  await deleteInBatches(tx, passwordResets, lt(passwordResets.expiresAt, before))
}
