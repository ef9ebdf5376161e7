// Problems that only staff can solve. Each is reported once an hour, however many requests run into it.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/database/connection.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { audit } from './audit.ts'

const quietPeriodMs = 60 * 60_000

const messages = {
  payment_credentials_refused: 'action required: the payment provider rejects our credentials',
  nin_credentials_refused: 'action required: the NIN service rejects our credentials',
  nin_credit_used_up: 'action required: our credit with the NIN service is used up',
  nin_taken: 'action required: an applicant entered the NIN of another account; the audit log has nin_looked_up',
}

interface StaffAlertDependencies {
  database: { db: Db }
  clock: () => Date
  log: { error(detail: object, message: string): void }
}

/**
 * Writes the problem to the audit log and logs it as an error, unless that was done within the last hour.
 * @param detail codes only
 */
export async function alertStaff(
  { database: { db }, clock, log }: StaffAlertDependencies,
  problem: keyof typeof messages,
  detail: Record<string, string>,
): Promise<void> {
  const now = clock()
  const isFirst = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${problem}))`)
    const [earlierAlert] = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(
          isNull(auditLog.accountId),
          gt(auditLog.at, new Date(now.getTime() - quietPeriodMs)),
          eq(auditLog.action, problem),
        ),
      )
      .limit(1)
    if (earlierAlert) return false
    await audit(tx, { actor: 'system', action: problem, network: null, detail, at: now })
    return true
  })
  if (isFirst) log.error({ problem, ...detail }, messages[problem])
}
