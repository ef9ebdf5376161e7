import { and, desc, eq, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { accountHolds } from '#server/database/schema/emails-and-corrections.ts'
import { staff } from '#server/database/schema/staff.ts'

const ending = alias(staff, 'ending')

/** Also those that have ended, newest first. */
export const listHolds = (tx: Tx, accountId: string) =>
  tx
    .select({ hold: accountHolds, madeBy: staff.name, endedBy: ending.name })
    .from(accountHolds)
    .innerJoin(staff, eq(staff.id, accountHolds.madeBy))
    .leftJoin(ending, eq(ending.id, accountHolds.endedBy))
    .where(eq(accountHolds.accountId, accountId))
    .orderBy(desc(accountHolds.madeAt))
    .limit(100)

/** False when the account is on hold already. */
export async function addHold(
  tx: Tx,
  hold: Pick<typeof accountHolds.$inferInsert, 'accountId' | 'reason' | 'madeBy' | 'madeAt'>,
): Promise<boolean> {
  const rows = await tx.insert(accountHolds).values(hold).onConflictDoNothing().returning({ id: accountHolds.id })
  return rows.length === 1
}

/** False when the account is not on hold. */
export async function endHold(
  tx: Tx,
  accountId: string,
  end: { endedBy: string; endedAt: Date; endReason: string },
): Promise<boolean> {
  const rows = await tx
    .update(accountHolds)
    .set(end)
    .where(and(eq(accountHolds.accountId, accountId), isNull(accountHolds.endedAt)))
    .returning({ id: accountHolds.id })
  return rows.length === 1
}
