// What is needed to send an email of an applicant again.
import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/platform/database/schema/audit-and-rate-limits.ts'
import { emails } from '#server/platform/database/schema/emails-and-corrections.ts'

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

export async function replaceInitialPassword(tx: Tx, accountId: string, hash: string): Promise<void> {
  await tx.update(accounts).set({ passwordHash: hash, initialPasswordHash: hash }).where(eq(accounts.id, accountId))
}
