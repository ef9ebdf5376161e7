// The list of submitted applications, read from the applicant index in pages by key.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { staff } from '#server/database/schema/staff.ts'
import { type ApplicationFilter, getApplicationCondition } from '#server/domain/index-conditions.ts'

const t = applicantIndex

export type ListSort = 'submitted' | '-submitted' | 'name' | '-name'

const toMoment = (value: string) => sql`${value}::timestamptz`
const toUuid = (value: string) => sql`${value}::uuid`
const toText = (value: string) => sql`${value}::text`

const orders: Readonly<
  Record<'submitted' | 'name', { columns: PgColumn[]; typed: ((value: string) => SQL)[]; key: SQL }>
> = {
  submitted: {
    columns: [t.submittedAt, t.accountId],
    typed: [toMoment, toUuid],
    key: sql`jsonb_build_array(${t.submittedAt}::text, ${t.accountId})`,
  },
  name: {
    columns: [t.surnameFolded, t.firstFolded, t.accountId],
    typed: [toText, toText, toUuid],
    key: sql`jsonb_build_array(${t.surnameFolded}, ${t.firstFolded}, ${t.accountId})`,
  },
}

const getOrder = (sort: ListSort) => orders[sort.endsWith('name') ? 'name' : 'submitted']

/** How many values a key of this order has. */
export const getSortKeyLength = (sort: ListSort): number => getOrder(sort).columns.length

/** One value of these filters has an index of its own, whose order is that of plain ascending columns. */
const filtersWithIndex = ['stage', 'decided', 'assigned']
const hasOwnIndex = (value: string | undefined) =>
  value !== undefined && !value.includes('|') && value !== 'none' && value !== 'nobody'

export interface ApplicationPage {
  sort: ListSort
  /** The key of the last row of the page before. */
  after: readonly string[] | null
  limit: number
  /** Of the search box. */
  search: SQL | undefined
}

export async function listApplications(
  tx: Tx,
  filter: ApplicationFilter,
  { sort, after, limit, search }: ApplicationPage,
) {
  const { columns, typed, key } = getOrder(sort)
  const isDescending = sort.startsWith('-')
  // As the index is ordered that serves the filter; these rows have no nulls.
  const isPlain = columns.length > 2 || filtersWithIndex.some((name) => hasOwnIndex(filter.values[name]))
  const nulls = isPlain ? sql`` : isDescending ? sql` nulls last` : sql` nulls first`
  const orderBy = columns.map((column) => sql`${column}${isDescending ? sql` desc` : sql` asc`}${nulls}`)
  const values = after?.map((value, index) => (typed[index] ?? toText)(value))
  const row = sql.join(
    columns.map((column) => sql`${column}`),
    sql`, `,
  )
  const isAfter = values && sql`(${row}) ${isDescending ? sql`<` : sql`>`} (${sql.join(values, sql`, `)})`
  return tx
    .select({ row: t, key: sql<string[]>`${key}`, assignee: staff.name })
    .from(t)
    .leftJoin(staff, eq(staff.id, t.assignedTo))
    .where(and(getApplicationCondition(filter), search, isAfter))
    .orderBy(...orderBy)
    .limit(limit)
}
export type ListedApplication = Awaited<ReturnType<typeof listApplications>>[number]

/** Counts no further than the limit. */
export async function countApplications(
  tx: Tx,
  filter: ApplicationFilter,
  { search, limit }: Pick<ApplicationPage, 'search' | 'limit'>,
): Promise<number> {
  const matching = and(getApplicationCondition(filter), search)
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${t} where ${matching} limit ${limit}) as matching`,
  )
  return rows[0]?.count ?? 0
}

/** The answers of these accounts' applications. */
export const listAnswers = (tx: Tx, accountIds: readonly string[]) =>
  accountIds.length === 0
    ? []
    : tx
        .select({ accountId: applications.accountId, answers: applications.answers })
        .from(applications)
        .where(inArray(applications.accountId, [...accountIds]))
