// A sign-in between its two steps, and the codes that complete it.
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/connection.ts'
import { staff, staffChallenges, staffRecoveryCodes } from '#server/database/schema/staff.ts'
import { createToken, hashToken } from '#server/platform/encryption/tokens.ts'

const attemptMs = 5 * 60_000
/** Wrong codes that end an attempt. */
const maxFailures = 5

/** Returns the token of a new attempt, for the second step. */
export async function startAttempt(tx: Tx, staffId: string, now: Date): Promise<string> {
  const token = createToken()
  await tx.insert(staffChallenges).values({
    kind: 'second',
    staffId,
    value: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + attemptMs),
  })
  return token
}

const isOpen = (now: Date) =>
  and(
    eq(staffChallenges.kind, 'second'),
    isNull(staffChallenges.usedAt),
    gt(staffChallenges.expiresAt, now),
    lt(staffChallenges.failures, maxFailures),
  )

/** The staff member of an open attempt; null when it has expired, was used, or had too many wrong codes. */
export async function findAttempt(tx: Tx, token: string, now: Date): Promise<{ id: string; staffId: string } | null> {
  const [row] = await tx
    .select({ id: staffChallenges.id, staffId: staffChallenges.staffId })
    .from(staffChallenges)
    .where(and(eq(staffChallenges.value, hashToken(token)), isOpen(now)))
  return row?.staffId ? { id: row.id, staffId: row.staffId } : null
}

/** False when a concurrent request has used it up. */
export async function completeAttempt(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(staffChallenges)
    .set({ usedAt: now })
    .where(and(eq(staffChallenges.id, id), isOpen(now)))
    .returning({ id: staffChallenges.id })
  return rows.length === 1
}

/** Ends the open attempts of a person whose password was replaced. */
export async function endAttempts(tx: Tx, staffId: string, now: Date): Promise<void> {
  await tx
    .update(staffChallenges)
    .set({ usedAt: now })
    .where(and(eq(staffChallenges.staffId, staffId), isOpen(now)))
}

export async function countWrongCode(tx: Tx, id: string): Promise<void> {
  await tx
    .update(staffChallenges)
    .set({ failures: sql`${staffChallenges.failures} + 1` })
    .where(eq(staffChallenges.id, id))
}

/** False when this step or a later one was used before. */
export async function markTotpStep(tx: Tx, staffId: string, step: number): Promise<boolean> {
  const rows = await tx
    .update(staff)
    .set({ totpLastStep: step })
    .where(and(eq(staff.id, staffId), or(isNull(staff.totpLastStep), lt(staff.totpLastStep, step))))
    .returning({ id: staff.id })
  return rows.length === 1
}

/** False when it is no unused code of this person. */
export async function redeemRecoveryCode(tx: Tx, staffId: string, code: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(staffRecoveryCodes.codeHash, hashToken(code)),
        eq(staffRecoveryCodes.staffId, staffId),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ staffId: staffRecoveryCodes.staffId })
  return rows.length === 1
}

/** Those that were not used. */
export const countRecoveryCodes = (tx: Db, staffId: string): Promise<number> =>
  tx.$count(staffRecoveryCodes, and(eq(staffRecoveryCodes.staffId, staffId), isNull(staffRecoveryCodes.usedAt)))

/** Deletes the attempts that have expired. */
export async function deleteExpiredAttempts(tx: Tx, before: Date): Promise<void> {
  await tx.delete(staffChallenges).where(lt(staffChallenges.expiresAt, before))
}
