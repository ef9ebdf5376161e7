// The list of applicants, read from the applicant index in pages by key: a page costs the same wherever it is.
import { and, asc, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { payments } from '#server/database/schema/payments.ts'
import { beginsWith, getScopeCondition, isOneOf } from '#server/domain/index-conditions.ts'
import { endOfLagosDay, startOfLagosDay } from '#server/domain/lagos-days.ts'
import { isNotRecused } from '#server/domain/recusals.ts'
import type { Scope } from '#shared/roles/permissions.ts'
import type { Identifier, NamePrefix } from './search.ts'

const t = applicantIndex

export interface ListFilter {
  exerciseId: number
  scopes: readonly Scope[]
  /** Who asks: applicants from whose cases this person is recused are left out. */
  staffId: string
  /** By the key of the filter, as in the query. */
  values: Readonly<Record<string, string | undefined>>
  identifier: Identifier | null
}

const conditionOf: Readonly<Record<string, (value: string) => SQL | undefined>> = {
  userId: (value) => beginsWith(t.userId, value.toUpperCase()),
  number: (value) => beginsWith(t.number, value.toUpperCase()),
  role: isOneOf(t.role),
  school: isOneOf(t.school),
  department: isOneOf(t.department),
  state: isOneOf(t.state),
  lga: isOneOf(t.lga),
  gender: isOneOf(t.gender),
  stage: isOneOf(t.stage),
  published: isOneOf(t.published),
  paid: (value) => eq(t.isPaid, value === 'yes'),
  identified: (value) => eq(t.isIdentified, value === 'yes'),
  flags: (value) => sql`${value} = any(${t.flags})`,
  issuedFrom: (value) => gte(t.issuedAt, startOfLagosDay(value) as never),
  issuedTo: (value) => lt(t.issuedAt, endOfLagosDay(value) as never),
  submittedFrom: (value) => gte(t.submittedAt, startOfLagosDay(value) as never),
  submittedTo: (value) => lt(t.submittedAt, endOfLagosDay(value) as never),
}

/** The names of the filters that have a condition. */
export const filterNames: ReadonlySet<string> = new Set(Object.keys(conditionOf))

const identifierCondition: Readonly<Record<Identifier['kind'], (text: string) => SQL | undefined>> = {
  userId: (text) => beginsWith(t.userId, text),
  number: (text) => beginsWith(t.number, text),
  rrr: (text) => sql`${t.accountId} in (select ${payments.accountId} from ${payments} where ${payments.rrr} = ${text})`,
  email: (text) => sql`${t.emailFolded} like folded(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`,
  phone: (text) => beginsWith(t.phone, text),
}

function getConditions({ exerciseId, scopes, staffId, values, identifier }: ListFilter): (SQL | undefined)[] {
  const filters = Object.entries(values).map(([key, value]) =>
    value === undefined ? undefined : conditionOf[key]?.(value),
  )
  return [
    eq(t.exerciseId, exerciseId),
    getScopeCondition(scopes, exerciseId),
    isNotRecused(staffId),
    identifier ? identifierCondition[identifier.kind](identifier.text) : undefined,
    ...filters,
  ]
}

const toMoment = (value: string) => sql`${value}::timestamptz`
const toUuid = (value: string) => sql`${value}::uuid`
const toText = (value: string) => sql`${value}::text`

/** The list's orders; each ends in the account, so that no two rows have the same key. */
export type ListOrder = 'issued' | 'submitted' | 'surname' | 'firstName'

/** The columns of each order, and what its rows must have. */
export const orders: Readonly<
  Record<ListOrder, { key: SQL; typed: ((value: string) => SQL)[]; columns: PgColumn[]; required?: SQL }>
> = {
  issued: {
    key: sql`jsonb_build_array(${t.issuedAt}::text, ${t.accountId})`,
    typed: [toMoment, toUuid],
    columns: [t.issuedAt, t.accountId],
  },
  submitted: {
    key: sql`jsonb_build_array(${t.submittedAt}::text, ${t.accountId})`,
    typed: [toMoment, toUuid],
    columns: [t.submittedAt, t.accountId],
    required: isNotNull(t.submittedAt),
  },
  surname: {
    key: sql`jsonb_build_array(${t.surnameFolded}, ${t.firstFolded}, ${t.accountId})`,
    typed: [toText, toText, toUuid],
    columns: [t.surnameFolded, t.firstFolded, t.accountId],
  },
  firstName: {
    key: sql`jsonb_build_array(${t.firstFolded}, ${t.surnameFolded}, ${t.accountId})`,
    typed: [toText, toText, toUuid],
    columns: [t.firstFolded, t.surnameFolded, t.accountId],
  },
}

/** As in the index, read forwards or backwards; the listed rows have no nulls. */
export function getRowOrder({ order, isDescending }: Pick<ListPage, 'order' | 'isDescending'>): SQL[] {
  const nulls = order === 'submitted' ? (isDescending ? sql` nulls last` : sql` nulls first`) : sql``
  const direct = isDescending ? desc : asc
  return orders[order].columns.map((column) => sql`${direct(column)}${nulls}`)
}

/** How many values a key of this order has. */
export const getKeyLength = (order: ListOrder): number => orders[order].columns.length

export interface ListPage {
  order: ListOrder
  isDescending: boolean
  /** The key of the last row of the page before. */
  after: readonly string[] | null
  limit: number
  /** Rows whose names begin like this. */
  name?: NamePrefix | null
}

function getNameCondition(order: ListOrder, name: NamePrefix | null | undefined): SQL | undefined {
  if (!name) return undefined
  const [first, second] = order === 'firstName' ? [t.firstFolded, t.surnameFolded] : [t.surnameFolded, t.firstFolded]
  const isMatch = and(startsFolded(first, name.first), name.second ? startsFolded(second, name.second) : undefined)
  if (order !== 'firstName') return isMatch
  // Those whose surnames begin like this were listed before.
  const wasListed = and(startsFolded(second, name.first), name.second ? startsFolded(first, name.second) : undefined)
  return and(isMatch, sql`not (${wasListed})`)
}

export type ListCondition = SQL

/** Everybody whom the list shows, on whichever of its pages, as a condition on the applicant index. */
export const getListCondition = (filter: ListFilter, name: NamePrefix | null): ListCondition =>
  and(
    ...getConditions(filter),
    name ? or(getNameCondition('surname', name), getNameCondition('firstName', name)) : undefined,
  ) ?? sql`true`

/** All of them. */
export const combineConditions = (...conditions: (ListCondition | undefined)[]): ListCondition =>
  and(...conditions) ?? sql`true`

/** Nothing is submitted before its account was issued: a list by issue need not read those after the last day. */
const getIssueCondition = (order: ListOrder, { values: { submittedTo } }: ListFilter): SQL | undefined =>
  order === 'issued' && submittedTo ? lt(t.issuedAt, endOfLagosDay(submittedTo) as never) : undefined

const startsFolded = (column: PgColumn, text: string) => beginsWith(column, text)

/** The text without case and accents, as the index has it. */
export async function foldText(tx: Tx, text: string): Promise<string> {
  const { rows } = await tx.execute<{ folded: string }>(sql`select folded(${text}) as folded`)
  return rows[0]?.folded ?? ''
}

export async function listApplicants(tx: Tx, filter: ListFilter, page: ListPage) {
  const { key, typed, columns, required } = orders[page.order]
  const values = page.after?.map((value, index) => (typed[index] ?? toText)(value))
  const isAfter =
    values &&
    sql`(${sql.join(
      columns.map((column) => sql`${column}`),
      sql`, `,
    )}) ${page.isDescending ? sql`<` : sql`>`} (${sql.join(values, sql`, `)})`
  return tx
    .select({
      row: t,
      key: sql<string[]>`${key}`,
      // By name: in a select of one table the columns come without their tables, and the sessions have an account_id too.
      lastSeenAt: sql<
        string | null
      >`(select max(session.last_seen_at) from ${sessions} as session where session.account_id = applicant_index.account_id)`,
    })
    .from(t)
    .where(
      and(
        ...getConditions(filter),
        required,
        getIssueCondition(page.order, filter),
        getNameCondition(page.order, page.name),
        isAfter,
      ),
    )
    .orderBy(...getRowOrder(page))
    .limit(page.limit)
}

/** Counts no further than the limit. */
export async function countApplicants(
  tx: Tx,
  filter: ListFilter,
  { order, name, limit }: Pick<ListPage, 'order' | 'name' | 'limit'>,
): Promise<number> {
  const matching = and(...getConditions(filter), orders[order].required, getNameCondition(order, name))
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (select from ${t} where ${matching} limit ${limit}) as matching`,
  )
  return rows[0]?.count ?? 0
}
