// Accounts that were issued before the applicant index existed are added to it in steps that remember where they stopped.
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { backgroundWork } from '#server/database/schema/applicant-index.ts'

const name = 'fill_applicant_index'
const firstId = '00000000-0000-0000-0000-000000000000'
const isOpen = and(eq(backgroundWork.name, name), isNull(backgroundWork.finishedAt))

/** Whether accounts may be missing in the index. */
export async function isIndexUnfinished(tx: Tx): Promise<boolean> {
  const [row] = await tx.select({ name: backgroundWork.name }).from(backgroundWork).where(isOpen)
  return row !== undefined
}

/**
 * Adds the next accounts that are missing, within a transaction.
 * @returns whether there may be more
 * @throws DatabaseError `lock_not_available` when another transaction holds one of them
 */
export async function fillNextAccounts(tx: Tx, { count, now }: { count: number; now: Date }): Promise<boolean> {
  // Shorter than PostgreSQL waits before it looks for a deadlock: this work yields, and never the one that waits for it.
  await tx.execute(sql`set local lock_timeout = '200ms'`)
  const [work] = await tx.select().from(backgroundWork).where(isOpen).for('update')
  if (!work) return false
  const { rows } = await tx.execute<{ id: string }>(sql`
    with next as materialized (
      select ${accounts.id} as id from ${accounts} where ${accounts.id} > ${work.position ?? firstId}::uuid
      order by ${accounts.id} limit ${count}
    ), refreshed as materialized (
      select next.id from next left join lateral (
        select refresh_applicant_index(next.id)
        where not exists (select from applicant_index where account_id = next.id)
      ) as missing on true
    )
    select id from refreshed order by id desc`)
  const last = rows[0]?.id
  const isFinished = rows.length < count
  await tx
    .update(backgroundWork)
    .set({ ...(last && { position: last }), ...(isFinished && { finishedAt: now }) })
    .where(isOpen)
  return !isFinished
}
