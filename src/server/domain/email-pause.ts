// After a correction of the email address: who made it must not get into the account before the former address had time to object.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { resetPauseHours } from '#shared/staff/reset-pause.ts'
import type { Tx } from '../database/connection.ts'
import { accountCorrections } from '../database/schema/emails-and-corrections.ts'

/**
 * Until when no link for a new password goes to the new address; null when it may.
 * @param madeBy `one`: leaves out what a second person has approved
 */
export async function findEmailPause(
  tx: Tx,
  accountId: string,
  madeBy: 'one' | 'anybody',
  now: Date,
): Promise<Date | null> {
  const { accountId: account, column, state, madeAt, decidedAt, decidedBy } = accountCorrections
  const isByOne = madeBy === 'one' ? isNull(decidedBy) : undefined
  const [row] = await tx
    .select({ madeAt, decidedAt })
    .from(accountCorrections)
    .where(and(eq(account, accountId), eq(column, 'email'), eq(state, 'applied'), isByOne))
    .orderBy(desc(sql`coalesce(${decidedAt}, ${madeAt})`))
    .limit(1)
  const until = row && new Date((row.decidedAt ?? row.madeAt).getTime() + resetPauseHours * 3_600_000)
  return until && until > now ? until : null
}
