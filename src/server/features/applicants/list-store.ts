// The list of applicants, read from the applicant index in pages by key: a page costs the same wherever it is.
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { bySurname, searchApplicants } from '#server/domain/applicant-search.ts'
import { hasProposal, proposedSince } from '#server/domain/corrections.ts'
import { applicantFilters, getChosenCondition } from '#server/domain/index-conditions.ts'
import { endOfLagosDay, toLagosDay } from '#server/domain/lagos-days.ts'
import { areApplicantsWithin, getScopeCondition, hasSeat, type IndexScope } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { listConditions } from '#server/lists/staff-list.ts'
import { applicantList } from '#shared/lists/applicants.ts'
import { hasPermissionIn, listScopes, listWholeScopes } from '#shared/roles/permissions.ts'

const t = applicantIndex

const lastSeenAt = sql<
  string | null
>`(select max(${sessions.lastSeenAt}) from ${sessions} where ${sessions.accountId} = ${t.accountId})`

/** Those whom the reader may list, and for a file also export. */
function getScope(
  { exerciseId, staffId, grants, isExport }: ListReader,
  query: Readonly<Record<string, unknown>>,
): SQL | undefined {
  if (exerciseId === null) return sql`false`
  const scopes = isExport ? listWholeScopes(grants, 'applicant:find') : listScopes(grants, 'applicant:find')
  return and(
    areApplicantsWithin({ exerciseId, staffId, scopes }),
    // Only submitted applications have a number. PostgreSQL knows from the stage how few others there are.
    query.number ? eq(t.stage, 'submitted') : undefined,
    isExport ? getScopeCondition(listWholeScopes(grants, 'export:make'), exerciseId) : undefined,
  )
}

type FoundRow = Record<'accountId' | 'school', string> & { exerciseId: number; department: string | null }

/** Whose page the reader may read. Who has a seat is asked of the database only where it decides. */
async function findOpened(tx: Tx, rows: readonly FoundRow[], { grants }: Pick<ListReader, 'grants'>) {
  const mayRead = (row: FoundRow, isSeated: boolean) => hasPermissionIn(grants, 'applicant:read', { ...row, isSeated })
  const [always, ifSeated] = [false, true].map((isSeated) =>
    rows.filter((row) => mayRead(row, isSeated)).map(({ accountId }) => accountId),
  ) as [string[], string[]]
  if (ifSeated.length === always.length) return new Set(always)
  const seated = await tx
    .select({ accountId: t.accountId })
    .from(t)
    .where(and(inArray(t.accountId, ifSeated), hasSeat(t.accountId)))
  return new Set([...always, ...seated.map(({ accountId }) => accountId)])
}

export const applicantSource = defineListSource({
  list: applicantList,
  from: sql`${t}`,
  select: {
    accountId: t.accountId,
    userId: t.userId,
    name: t.name,
    number: t.number,
    role: t.role,
    school: t.school,
    department: t.department,
    state: t.state,
    lga: t.lga,
    gender: t.gender,
    stage: t.stage,
    isPaid: t.isPaid,
    isIdentified: t.isIdentified,
    published: t.published,
    flags: t.flags,
    issuedAt: t.issuedAt,
    submittedAt: t.submittedAt,
    exerciseId: t.exerciseId,
    proposedSince,
    lastSeenAt,
  },
  filters: applicantFilters,
  hasIndexOfEachFilter: true,
  orders: {
    issued: { by: [t.issuedAt, t.accountId] },
    submitted: { by: [t.submittedAt, t.accountId], required: isNotNull(t.submittedAt) },
    name: bySurname,
    proposed: { by: [proposedSince, t.accountId], required: hasProposal },
  },
  search: (text, reader, tx) => searchApplicants(tx, text, reader),
  scope: getScope,
  // Nothing is submitted before its account was issued: a list by issue need not read those after the last day.
  page: ({ query: { submittedTo }, sort }) =>
    sort.endsWith('issued') && submittedTo ? sql`${t.issuedAt} < ${endOfLagosDay(String(submittedTo))}` : undefined,
  present: async (rows, reader, tx) => {
    const opened = await findOpened(tx, rows, reader)
    return rows.map((row) => ({
      userId: row.userId,
      name: row.name,
      number: row.number,
      role: row.role,
      school: row.school,
      department: row.department,
      state: row.state,
      lga: row.lga,
      gender: row.gender,
      stage: row.stage,
      paid: row.isPaid,
      identified: row.isIdentified,
      published: row.published,
      flags: row.flags,
      issued: row.issuedAt.toISOString(),
      submitted: row.submittedAt?.toISOString() ?? null,
      proposed: row.proposedSince && new Date(row.proposedSince).toISOString(),
      lastSeen: row.lastSeenAt && new Date(row.lastSeenAt).toISOString(),
      opens: opened.has(row.accountId),
    }))
  },
  exported: () => ({
    name: t.name,
    userId: t.userId,
    number: t.number,
    role: t.role,
    school: t.school,
    department: t.department,
    state: t.state,
    lga: t.lga,
    gender: t.gender,
    stage: t.stage,
    paid: t.isPaid,
    identified: t.isIdentified,
    published: t.published,
    flags: t.flags,
    issued: toLagosDay(t.issuedAt),
    submitted: toLagosDay(t.submittedAt),
    proposed: toLagosDay(sql`${proposedSince}::timestamptz`),
    lastSeen: toLagosDay(lastSeenAt),
    email: t.emailFolded,
    phone: t.phone,
  }),
  chosen: ({ chosen }) => getChosenCondition(chosen),
})

/**
 * Everybody within the scope whom the list shows for this query, as a condition on the applicant index. For the features
 * that act on a list.
 */
export async function createListCondition(
  tx: Tx,
  { q, ...query }: Readonly<Record<string, unknown>>,
  scope: IndexScope & Pick<ListReader, 'grants'>,
): Promise<SQL> {
  const steps = typeof q === 'string' ? await searchApplicants(tx, q, scope) : []
  return (
    and(
      areApplicantsWithin(scope),
      ...listConditions(applicantList, applicantFilters, query, scope),
      or(...steps.map(({ condition }) => condition)),
    ) ?? sql`true`
  )
}
