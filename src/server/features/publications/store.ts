// Publications themselves; their items are in item-store.ts.
import { and, asc, count, desc, eq, ilike, inArray, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { compileList } from '#server/database/compile-statement.ts'
import type { Tx } from '#server/database/connection.ts'
import { publications } from '#server/database/schema/decisions/publications.ts'
import { emails } from '#server/database/schema/emails-and-corrections.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'
import { toLagosDay, toLagosTime } from '#server/domain/lagos-days.ts'
import { decisionKinds, type PublicationKind, type PublicationState } from '#shared/decisions/publications.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'

export type PublicationRow = typeof publications.$inferSelect
type NewPublication = typeof publications.$inferInsert

const maker = alias(staff, 'maker')
const proposer = alias(staff, 'proposer')
const approver = alias(staff, 'approver')
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

export interface PublicationFilter {
  exerciseId: number
  /** One or several, separated by `|`. */
  state?: string | undefined
  kind?: string | undefined
  /** A part of the title. */
  q?: string | undefined
  /** Only what is not about decisions. */
  isLimited: boolean
}

const decisions: PublicationKind[] = [...decisionKinds]

const getListCondition = ({ exerciseId, state, kind, q, isLimited }: PublicationFilter) =>
  and(
    eq(publications.exerciseId, exerciseId),
    state === undefined ? undefined : inArray(publications.state, splitFilter(state) as PublicationState[]),
    kind === undefined ? undefined : inArray(publications.kind, splitFilter(kind) as PublicationKind[]),
    q ? ilike(publications.title, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    isLimited ? notInArray(publications.kind, decisions) : undefined,
  )

interface PublicationPage {
  isDescending: boolean
  after?: string | undefined
  limit: number
}

export function listPublications(tx: Tx, filter: PublicationFilter, { isDescending, after, limit }: PublicationPage) {
  const direct = isDescending ? desc : asc
  const isAfter =
    after === undefined
      ? undefined
      : sql`(${publications.madeAt}, ${publications.id}) ${isDescending ? sql`<` : sql`>`}
        (select made_at, id from publications where id = ${after}::uuid)`
  return selectPublications(tx, and(getListCondition(filter), isAfter))
    .orderBy(direct(publications.madeAt), direct(publications.id))
    .limit(limit)
}

const items = sql`(${publications.summary} ->> 'waiting')::int + (${publications.summary} ->> 'done')::int
  + (select coalesce(sum((skipped ->> 'count')::int), 0)::int
    from jsonb_array_elements(${publications.summary} -> 'skipped') as skipped)`

/** What stands in a column of a file; the names are those of the list's columns. */
const exportedValues = {
  title: sql`${publications.title}`,
  kind: sql`${publications.kind}`,
  state: sql`${publications.state}`,
  items,
  made: sql`${toLagosDay(publications.madeAt)} || ', ' || ${maker.name}`,
  approved: sql`${toLagosDay(publications.approvedAt)} || ', ' || ${approver.name}`,
  published: sql`coalesce(${toLagosTime(publications.publishedAt)}, 'Planned for ' || ${toLagosTime(publications.publishAt)})`,
}

/** The rows of the list with these columns, as a statement that a file is made from. */
export function compilePublicationList(
  filter: PublicationFilter,
  { isDescending, keys }: { isDescending: boolean; keys: readonly string[] },
) {
  const direct = isDescending ? desc : asc
  return compileList({
    keys,
    values: exportedValues,
    source: sql`${publications}
      join ${staff} as ${maker} on ${eq(maker.id, publications.madeBy)}
      left join ${staff} as ${approver} on ${eq(approver.id, publications.approvedBy)}`,
    where: getListCondition(filter),
    orderBy: [direct(publications.madeAt), direct(publications.id)],
  })
}

/** Counts no further than the limit. */
export async function countPublications(tx: Tx, filter: PublicationFilter, limit: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (
      select from ${publications} where ${getListCondition(filter)} limit ${limit}) as matching`,
  )
  return rows[0]?.count ?? 0
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

/** The end of an exercise, after which nothing of it changes; null while it runs. */
export async function findArchivedAt(tx: Tx, exerciseId: number): Promise<Date | null> {
  const [row] = await tx
    .select({ archivedAt: exercises.archivedAt })
    .from(exercises)
    .where(eq(exercises.id, exerciseId))
  return row?.archivedAt ?? null
}
