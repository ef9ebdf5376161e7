import { and, lt, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { staffReadings } from '#server/database/schema/staff.ts'

export type ReadingRow = typeof staffReadings.$inferSelect

const t = staffReadings

export interface ReadPages {
  staffId: string
  list: string
  /** When it begins. */
  hour: Date
  pages: number
  rows: number
  filters: string[]
}

export interface WrittenPages {
  /** That the person has read of this list in this hour. */
  pages: number
  /** That the person's lists have shown on the day of this hour, in Lagos, before these pages. */
  earlierRows: number
}

const isOfDay = (now: Date, hour: SQL | PgColumn = t.hour) =>
  sql`${hour} >= date_trunc('day', ${now.toISOString()}::timestamptz, 'Africa/Lagos')`

/** In one statement. */
export async function addPages(tx: Tx, read: ReadPages): Promise<WrittenPages> {
  const [row] = await tx
    .insert(t)
    .values(read)
    .onConflictDoUpdate({
      target: [t.staffId, t.list, t.hour],
      set: {
        pages: sql`${t.pages} + excluded.pages`,
        rows: sql`${t.rows} + excluded.rows`,
        filters: sql`array(select distinct unnest(${t.filters} || excluded.filters) order by 1)`,
      },
    })
    .returning({
      pages: t.pages,
      // A statement does not see what it has changed.
      earlierRows: sql<number>`(select coalesce(sum(earlier.rows), 0)::int from ${t} as earlier
        where earlier.staff_id = ${read.staffId} and ${isOfDay(read.hour, sql`earlier.hour`)})`,
    })
  if (!row) throw new Error('The pages were not counted.')
  return row
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
  await tx.delete(t).where(lt(t.hour, before))
}
