// A matter that only the staff can mend, told once an hour however many applicants run into it.
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { auditLog } from '#server/platform/database/schema/schema.ts'
import type { Db } from '../database/connection.ts'

const quietMs = 60 * 60_000

interface Means {
  database: { db: Db }
  clock: () => Date
  log: { error(detail: object, message: string): void }
}

/**
 * Records the matter and logs it as an error, unless that was done within the last hour.
 * @param matter such as 'nin_credit_used_up'
 * @param detail codes only
 */
export async function alertStaff(
  { database: { db }, clock, log }: Means,
  matter: string,
  detail: Record<string, string>,
): Promise<void> {
  const now = clock()
  const isNews = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${matter}))`)
    const [told] = await tx
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(
        and(
          isNull(auditLog.accountId),
          gt(auditLog.at, new Date(now.getTime() - quietMs)),
          eq(auditLog.action, matter),
        ),
      )
      .limit(1)
    if (told) return false
    await tx.insert(auditLog).values({ actor: 'system', action: matter, detail, at: now })
    return true
  })
  if (isNews) log.error({ matter, ...detail }, 'the staff must see to this')
}
