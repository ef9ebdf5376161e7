import { and, eq, lt, not, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staffReadings } from '#server/database/schema/staff.ts'

export type ReadingRow = typeof staffReadings.$inferSelect

const t = staffReadings

export interface ReadPage {
  staffId: string
  list: string
  /** When it begins. */
  hour: Date
  rows: number
  filters: string[]
}

/** @returns how many pages the person has read of this list in this hour */
export async function addPage(tx: Tx, page: ReadPage): Promise<number> {
  const [row] = await tx
    .insert(t)
    .values({ ...page, pages: 1 })
    .onConflictDoUpdate({
      target: [t.staffId, t.list, t.hour],
      set: {
        pages: sql`${t.pages} + 1`,
        rows: sql`${t.rows} + excluded.rows`,
        filters: sql`array(select distinct unnest(${t.filters} || excluded.filters) order by 1)`,
      },
    })
    .returning({ pages: t.pages })
  return row?.pages ?? 1
}

const isOfDay = (now: Date) => sql`${t.hour} >= date_trunc('day', ${now.toISOString()}::timestamptz, 'Africa/Lagos')`

/** Rows that the person's lists have shown today, in Lagos. */
export async function countRowsOfDay(tx: Tx, staffId: string, now: Date): Promise<number> {
  const [row] = await tx
    .select({ rows: sql<number>`coalesce(sum(${t.rows}), 0)::int` })
    .from(t)
    .where(and(eq(t.staffId, staffId), isOfDay(now)))
  return row?.rows ?? 0
}

/** How many people have been shown so many rows today. */
export async function countReadersAbove(tx: Tx, rows: number, now: Date): Promise<number> {
  const { rows: counted } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from (
    select from ${t} where ${isOfDay(now)} group by ${t.staffId} having sum(${t.rows}) > ${rows}) as reader`)
  return counted[0]?.count ?? 0
}

/** Marks the hours that have ended, and returns those that were not marked before. */
export const closeHours = (tx: Tx, before: Date): Promise<ReadingRow[]> =>
  tx
    .update(t)
    .set({ isClosed: true })
    .where(and(not(t.isClosed), lt(t.hour, before)))
    .returning()

export async function deleteHours(tx: Tx, before: Date): Promise<void> {
  await tx.delete(t).where(and(t.isClosed, lt(t.hour, before)))
}
