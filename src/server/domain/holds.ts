// An account that staff have put on hold: its application takes no review, no decision and no publication.
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'
import { accounts } from '../database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { accountHolds } from '../database/schema/emails-and-corrections.ts'
import { staff } from '../database/schema/staff.ts'

/** The hold that has not ended, with the name of the person who placed it. */
export async function findHold(tx: Tx, accountId: string) {
  const [row] = await tx
    .select({ id: accountHolds.id, reason: accountHolds.reason, madeBy: staff.name, madeAt: accountHolds.madeAt })
    .from(accountHolds)
    .innerJoin(staff, eq(staff.id, accountHolds.madeBy))
    .where(and(eq(accountHolds.accountId, accountId), isNull(accountHolds.endedAt)))
  return row ?? null
}

/** Until the transaction ends nobody can put the account on hold, so that what it writes comes before the hold. */
export async function lockAgainstHold(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('share')
}

/** On the applicant index. */
export const isOnHold: SQL<boolean> = sql`'on_hold' = any(${applicantIndex.flags})`
