// Publications themselves; their items are in item-store.ts.
import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'

export type PublicationRow = typeof publications.$inferSelect
type NewPublication = typeof publications.$inferInsert

export const maker = alias(staff, 'maker')
export const proposer = alias(staff, 'proposer')
export const approver = alias(staff, 'approver')
const returner = alias(staff, 'returner')

const selectPublications = (tx: Tx, condition: SQL | undefined) =>
  tx
    .select({
      row: publications,
      year: exercises.year,
      maker: maker.name,
      proposer: proposer.name,
      approver: approver.name,
      returner: returner.name,
    })
    .from(publications)
    .innerJoin(exercises, eq(exercises.id, publications.exerciseId))
    .innerJoin(maker, eq(maker.id, publications.madeBy))
    .leftJoin(proposer, eq(proposer.id, publications.proposedBy))
    .leftJoin(approver, eq(approver.id, publications.approvedBy))
    .leftJoin(returner, eq(returner.id, publications.returnedBy))
    .where(condition)

/** A publication with the names of the people. */
export type NamedPublication = Awaited<ReturnType<typeof selectPublications>>[number]

export async function addPublication(tx: Tx, row: NewPublication): Promise<PublicationRow> {
  const [added] = await tx.insert(publications).values(row).returning()
  if (!added) throw new Error('The publication was not stored.')
  return added
}

export async function findPublication(tx: Tx, id: string): Promise<NamedPublication | null> {
  const [found] = await selectPublications(tx, eq(publications.id, id))
  return found ?? null
}

/** Locks the publication until the transaction ends. */
export async function lockPublication(tx: Tx, id: string): Promise<PublicationRow | null> {
  const [row] = await tx.select().from(publications).where(eq(publications.id, id)).for('no key update')
  return row ?? null
}

/** @returns the publication after the change, with its version raised */
export async function updatePublication(
  tx: Tx,
  id: string,
  changes: Partial<Omit<NewPublication, 'id' | 'version'>>,
): Promise<PublicationRow> {
  const [row] = await tx
    .update(publications)
    .set({ ...changes, version: sql`${publications.version} + 1` })
    .where(eq(publications.id, id))
    .returning()
  if (!row) throw new Error('The publication was not found.')
  return row
}

export async function addEmailCount(tx: Tx, id: string, added: number): Promise<void> {
  await tx
    .update(publications)
    .set({ emails: sql`${publications.emails} + ${added}` })
    .where(eq(publications.id, id))
}

export interface EmailCounts {
  sent: number
  failed: number
  withdrawn: number
}

/** How many emails of a publication reached each state. */
export async function countEmails(tx: Tx, publicationId: string): Promise<EmailCounts> {
  const rows = await tx
    .select({ state: emails.state, count: count() })
    .from(emails)
    .where(and(eq(emails.publicationId, publicationId), isNotNull(emails.publicationId)))
    .groupBy(emails.state)
  const countOf = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.count, 0)
  return { sent: countOf('sent'), failed: countOf('refused', 'failed'), withdrawn: countOf('withdrawn') }
}
