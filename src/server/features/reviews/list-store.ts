// The list of submitted applications, read from the applicant index in pages by key.
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { selectionItems } from '#server/database/schema/selections.ts'
import { staff } from '#server/database/schema/staff.ts'
import { bySurname, searchApplicants } from '#server/domain/applicant-search.ts'
import { isOnHold } from '#server/domain/holds.ts'
import { applicationFilters, areApplicationsWithin } from '#server/domain/index-conditions.ts'
import { toLagosDay } from '#server/domain/lagos-days.ts'
import { getScopeCondition } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import type { ExportedRows } from '#server/lists/staff-list.ts'
import type { Outcome, ReviewStage } from '#shared/decisions/stages.ts'
import { type ApplicationRow, applicationList, listApplicationScopes } from '#shared/lists/applications.ts'
import { decideLastValue } from '#shared/lists/exports/export-tables.ts'
import { hasWholePermissionIn, listWholeScopes } from '#shared/roles/permissions.ts'
import { readListRules, selectListRules } from './rules-store.ts'
import { suggestForRows } from './suggestions.ts'

const t = applicantIndex

/** @throws AppError `not_permitted` for filters by more than a status */
function getScope(reader: ListReader, query: Readonly<Record<string, unknown>>): SQL | undefined {
  const { exerciseId, staffId, grants, isExport } = reader
  const scopes = isExport ? listWholeScopes(grants, 'application:read') : listApplicationScopes(grants, query)
  if (scopes.length === 0) throw new AppError('not_permitted')
  if (exerciseId === null) return sql`false`
  return and(
    areApplicationsWithin({ exerciseId, staffId, scopes }),
    isExport
      ? and(isNotNull(t.number), getScopeCondition(listWholeScopes(grants, 'export:make'), exerciseId))
      : undefined,
  )
}

const isSelected = (id: string) => sql`${t.accountId} in (
  select ${applications.accountId} from ${selectionItems}
  join ${applications} on ${applications.id} = ${selectionItems.applicationId}
  where ${selectionItems.selectionId} = ${id})`

type Work = Pick<ApplicationRow, 'stage' | 'reviews' | 'split' | 'decided' | 'assigned'>

/** The same for every application, whatever the staff have done with it, but for a withdrawal, which the applicant knows. */
const presentLimitedWork = (stage: string | null): Work => ({
  stage: stage === 'withdrawn' ? 'withdrawn' : 'screening',
  reviews: 0,
  split: false,
  decided: null,
  assigned: null,
})

export const applicationSource = defineListSource({
  list: applicationList,
  from: sql`${t} left join ${staff} on ${eq(staff.id, t.assignedTo)}`,
  // The count of a filter is read from its index alone.
  countedFrom: sql`${t}`,
  select: {
    accountId: t.accountId,
    exerciseId: t.exerciseId,
    number: t.number,
    userId: t.userId,
    name: t.name,
    role: t.role,
    school: t.school,
    department: t.department,
    state: t.state,
    lga: t.lga,
    gender: t.gender,
    submittedAt: sql<string>`${t.submittedAt}`,
    reviewStage: t.reviewStage,
    reviewCount: t.reviewCount,
    isSplit: t.isSplit,
    isOnHold,
    decided: t.decided,
    published: t.published,
    assignedTo: t.assignedTo,
    assignee: sql<string | null>`${staff.name}`,
  },
  filters: applicationFilters,
  hasIndexOfEachFilter: true,
  orders: { submitted: { by: [t.submittedAt, t.accountId] }, name: bySurname },
  // In the order of the list, whatever is found.
  async search(text, reader, tx) {
    const found = await searchApplicants(tx, text, reader)
    return [{ condition: or(...found.map(({ condition }) => condition)) }]
  },
  scope: getScope,
  exerciseFacts: selectListRules,
  async present(rows, { exerciseFacts, grants }, tx) {
    const { rules, requirements } = readListRules(exerciseFacts)
    const readable = rows.filter((row) => hasWholePermissionIn(grants, 'application:read', row))
    const suggestions = await suggestForRows(readable, requirements, (ids) => listAnswers(tx, ids))
    return rows.map(
      (row): ApplicationRow => ({
        number: row.number ?? '',
        userId: row.userId,
        name: row.name,
        role: row.role,
        school: row.school,
        department: row.department,
        state: row.state,
        lga: row.lga,
        gender: row.gender,
        submitted: new Date(row.submittedAt).toISOString(),
        reviewsNeeded: rules.shortlistReviews,
        published: row.published,
        onHold: row.isOnHold,
        meets: suggestions.get(row.accountId) ?? null,
        ...(suggestions.has(row.accountId)
          ? {
              stage: row.reviewStage as ReviewStage,
              reviews: row.reviewCount,
              split: row.isSplit,
              decided: row.decided as Outcome | null,
              assigned: row.assignedTo ? { id: row.assignedTo, name: row.assignee ?? '' } : null,
            }
          : presentLimitedWork(row.reviewStage)),
      }),
    )
  },
  exported: () => ({
    number: t.number,
    name: t.name,
    userId: t.userId,
    role: t.role,
    school: t.school,
    department: t.department,
    state: t.state,
    lga: t.lga,
    gender: t.gender,
    submitted: toLagosDay(t.submittedAt),
    stage: t.reviewStage,
    reviews: sql`least(${t.reviewCount}, 2)`,
    split: t.isSplit,
    onHold: isOnHold,
    decided: sql`coalesce(${t.decided}, 'none')`,
    published: sql`coalesce(${t.published}, 'none')`,
    assigned: staff.name,
  }),
  chosen: ({ selectionId }) => (selectionId === null ? undefined : isSelected(selectionId)),
  addAnswers(table, from) {
    const last = decideLastValue(table)
    if (last === 'nothing') return { source: from, lastValues: [] }
    const { answers, accountId } = applications
    return {
      source: sql`${from} join ${applications} on ${eq(accountId, t.accountId)}`,
      lastValues: [last === 'answers' ? sql`${answers}` : sql`${answers} -> ${table.entriesOf ?? ''}::text`],
    }
  },
})

/** The answers of these accounts' applications. */
const listAnswers = (tx: Tx, accountIds: readonly string[]) =>
  tx
    .select({ accountId: applications.accountId, answers: applications.answers })
    .from(applications)
    .where(inArray(applications.accountId, [...accountIds]))

/** The accounts of a list in its order, with the numbers of their applications; up to the limit, of one snapshot. */
export const listNumbers = (
  tx: Tx,
  { where, orderBy }: ExportedRows,
  limit: number,
): Promise<{ accountId: string; number: string | null }[]> =>
  tx
    .select({ accountId: t.accountId, number: t.number })
    .from(t)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
