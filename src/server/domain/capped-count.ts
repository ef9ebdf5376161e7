import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'

/** Counting further would take longer than the list itself. */
const maxCount = 1_000

/** @param list makes the rows, at most as many as it is given */
export async function countCapped(
  tx: Tx,
  list: (limit: number) => SQLWrapper,
): Promise<{ value: number; more: boolean }> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${list(maxCount + 1)} as found`,
  )
  const count = rows[0]?.count ?? 0
  return { value: Math.min(count, maxCount), more: count > maxCount }
}
