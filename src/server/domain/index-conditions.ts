// Conditions on the applicant index, for lists, selections and exports alike.
import { and, eq, gte, inArray, isNotNull, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import type { Scope } from '#shared/roles/permissions.ts'
import { applicantIndex } from '../database/schema/applicant-index.ts'
import { isOnHold } from './holds.ts'
import { endOfLagosDay, startOfLagosDay } from './lagos-days.ts'
import { isNotRecused } from './recusals.ts'

const t = applicantIndex

/** One of several values, separated by `|`. */
export const isOneOf = (column: PgColumn) => (value: string) => inArray(column, splitFilter(value))
export const beginsWith = (column: PgColumn, text: string) => like(column, `${text.replace(/[\\%_]/g, '\\$&')}%`)

const isIn = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`

/** Those who were named one by one, without those who were left out; undefined for all. */
export const getChosenCondition = ({ userIds, except }: ChosenApplicants): SQL | undefined =>
  and(userIds && isIn(t.userId, userIds), except && sql`not (${isIn(t.userId, except)})`)

/** Undefined when the scopes hold everything of the exercise. */
export function getScopeCondition(scopes: readonly Scope[], exerciseId: number): SQL | undefined {
  const own = scopes.filter((scope) => scope.exerciseId === null || scope.exerciseId === exerciseId)
  if (own.length === 0) return sql`false`
  if (own.some(({ school, department }) => school === null && department === null)) return undefined
  return or(
    ...own.map(({ school, department }) =>
      and(
        school === null ? undefined : eq(t.school, school),
        department === null ? undefined : eq(t.department, department),
      ),
    ),
  )
}

/** The indexes have this expression. */
export const reviewStage = sql<string>`coalesce(${t.reviewStage}, 'submitted')`

const isNoneOr = (column: PgColumn, none: string) => (value: string) => {
  const values = splitFilter(value)
  const known = values.filter((one) => one !== none)
  return or(values.includes(none) ? isNull(column) : undefined, known.length > 0 ? inArray(column, known) : undefined)
}

const isReviewedTimes = (value: string) =>
  or(...splitFilter(value).map((count) => (count === '2' ? gte(t.reviewCount, 2) : eq(t.reviewCount, Number(count)))))

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** `me`, `nobody` and ids of staff. */
const isAssignedTo = (value: string, staffId: string) => {
  const values = splitFilter(value)
  const ids = values.map((one) => (one === 'me' ? staffId : one)).filter(isUuid)
  const conditions = [
    values.includes('nobody') ? isNull(t.assignedTo) : undefined,
    ids.length > 0 ? inArray(t.assignedTo, ids) : undefined,
  ].filter((condition) => condition !== undefined)
  return conditions.length > 0 ? or(...conditions) : sql`false`
}

const applicationConditions: Readonly<Record<string, (value: string, staffId: string) => SQL | undefined>> = {
  number: (value) => beginsWith(t.number, value.toUpperCase()),
  userId: (value) => beginsWith(t.userId, value.toUpperCase()),
  role: isOneOf(t.role),
  school: isOneOf(t.school),
  department: isOneOf(t.department),
  state: isOneOf(t.state),
  lga: isOneOf(t.lga),
  gender: isOneOf(t.gender),
  submittedFrom: (value) => gte(t.submittedAt, startOfLagosDay(value) as never),
  submittedTo: (value) => lt(t.submittedAt, endOfLagosDay(value) as never),
  stage: (value) => inArray(reviewStage, splitFilter(value)),
  reviews: isReviewedTimes,
  split: (value) => eq(t.isSplit, value === 'yes'),
  onHold: (value) => (value === 'yes' ? isOnHold : sql`not ${isOnHold}`),
  decided: isNoneOr(t.decided, 'none'),
  published: isNoneOr(t.published, 'none'),
  assigned: isAssignedTo,
}

/** The names of the filters of applications that have a condition. */
export const applicationFilterNames: ReadonlySet<string> = new Set(Object.keys(applicationConditions))

export interface ApplicationFilter {
  exerciseId: number
  scopes: readonly Scope[]
  /** By the key of the filter, as in the query. */
  values: Readonly<Record<string, string | undefined>>
  /** Who asks: cases from which this person is recused are left out. */
  staffId: string
}

/** What rows of the index must be: submitted applications within the scopes that match the filter. */
export function getApplicationCondition({ exerciseId, scopes, values, staffId }: ApplicationFilter): SQL | undefined {
  const filters = Object.entries(values).map(([key, value]) =>
    value === undefined ? undefined : applicationConditions[key]?.(value, staffId),
  )
  return and(
    eq(t.exerciseId, exerciseId),
    isNotNull(t.submittedAt),
    getScopeCondition(scopes, exerciseId),
    isNotRecused(staffId),
    ...filters,
  )
}
