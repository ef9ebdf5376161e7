import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { staffViews } from '#server/database/schema/staff.ts'

const t = staffViews
const columns = { id: t.id, name: t.name, query: t.query }

export interface NewView {
  staffId: string
  list: string
  name: string
  query: Record<string, string>
}

export const listViews = (tx: Tx, staffId: string, list: string) =>
  tx
    .select(columns)
    .from(t)
    .where(and(eq(t.staffId, staffId), eq(t.list, list)))
    .orderBy(asc(sql`lower(${t.name})`), asc(t.id))

/** Those of other names. */
export async function countOtherViews(tx: Tx, { staffId, list, name }: NewView): Promise<number> {
  const [row] = await tx
    .select({ value: count() })
    .from(t)
    .where(and(eq(t.staffId, staffId), eq(t.list, list), ne(t.name, name)))
  return row?.value ?? 0
}

/** Replaces the one with the same name. */
export async function saveView(tx: Tx, view: NewView) {
  const [row] = await tx
    .insert(t)
    .values(view)
    .onConflictDoUpdate({ target: [t.staffId, t.list, t.name], set: { query: view.query } })
    .returning(columns)
  if (!row) throw new Error('The view was not stored.')
  return row
}

/** False when the person has no such view. */
export async function deleteView(tx: Tx, staffId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(t)
    .where(and(eq(t.id, id), eq(t.staffId, staffId)))
    .returning({ id: t.id })
  return rows.length === 1
}
