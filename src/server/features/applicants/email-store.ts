// What is needed to give an applicant the initial password again, by email or on a slip.
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'

export type EmailRow = typeof emails.$inferSelect

export async function findEmail(tx: Tx, accountId: string, id: string): Promise<EmailRow | null> {
  const [row] = await tx
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.accountId, accountId)))
  return row ?? null
}

/** According to the audit log, which outlives the sessions. */
export async function hasLoggedIn(tx: Tx, accountId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.accountId, accountId), eq(auditLog.action, 'login')))
    .limit(1)
  return row !== undefined
}

/** Whether the initial password of now was printed on a slip, and not replaced by an email since. */
export async function isPasswordOnSlip(tx: Tx, accountId: string): Promise<boolean> {
  const isReissued = and(eq(auditLog.action, 'email_resent'), sql`${auditLog.detail}->>'template' = 'accountIssued'`)
  const [row] = await tx
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.accountId, accountId), or(eq(auditLog.action, 'password_slip_printed'), isReissued)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row?.action === 'password_slip_printed'
}

export async function replaceInitialPassword(tx: Tx, accountId: string, hash: string): Promise<void> {
  await tx.update(accounts).set({ passwordHash: hash, initialPasswordHash: hash }).where(eq(accounts.id, accountId))
}
