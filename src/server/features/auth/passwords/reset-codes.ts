// Codes of reset mails: single use, good for half an hour, kept only as their SHA-256.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { passwordResets } from '#server/platform/database/schema/schema.ts'
import { randomToken, tokenHash } from '../sessions/sessions.ts'

export const validMinutes = 30

/** Makes a code; this is the only time it can be read. */
export async function issueCode(tx: Tx, accountId: string, now: Date): Promise<string> {
  const code = randomToken()
  const expiresAt = new Date(now.getTime() + validMinutes * 60_000)
  await tx.insert(passwordResets).values({ accountId, codeHash: tokenHash(code), createdAt: now, expiresAt })
  return code
}

const isValid = (now: Date) => and(isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Whose code this is; null when it is not valid. */
export async function ownerOfCode(tx: Tx, code: string, now: Date): Promise<string | null> {
  const [reset] = await tx
    .select({ accountId: passwordResets.accountId })
    .from(passwordResets)
    .where(and(eq(passwordResets.codeHash, tokenHash(code)), isValid(now)))
  return reset?.accountId ?? null
}

/** Uses a code up; false when somebody else was first. */
export async function spendCode(tx: Tx, code: string, now: Date): Promise<boolean> {
  const spent = await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.codeHash, tokenHash(code)), isValid(now)))
    .returning({ id: passwordResets.id })
  return spent.length === 1
}

/** A changed password makes every code that is still on its way worthless. */
export async function voidCodes(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.accountId, accountId), isNull(passwordResets.usedAt)))
}
