// The newest result of each applicant, without those from whose cases the reader is recused.
import { and, eq, sql } from 'drizzle-orm'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { results } from '#server/database/schema/results.ts'
import { staff } from '#server/database/schema/staff.ts'
import { searchByApplicant } from '#server/domain/applicant-search.ts'
import { isOfKind } from '#server/domain/index-conditions.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { isNewestResult, selectResultStatus } from '#server/domain/newest-results.ts'
import { areRowsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { resultList } from '#shared/lists/results.ts'
import { listScopes } from '#shared/roles/permissions.ts'

const t = results

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'result:read')
  return and(isNewestResult(sql`${t.id}`), areRowsWithin(t, { exerciseId, staffId, scopes }))
}

const status = selectResultStatus(sql`${t.seatId}`)

const isPublished = sql<boolean>`exists (select from publication_items told
  where told.source_table = 'results' and told.source_id = ${t.id} and told.state = 'done')`

export const resultSource = defineListSource({
  list: resultList,
  from: sql`${t} join ${applicantIndex} on ${eq(applicantIndex.number, t.number)}
    join ${staff} on ${eq(staff.id, t.enteredBy)}`,
  countedFrom: sql`${t}`,
  select: {
    id: t.id,
    kind: t.kind,
    number: t.number,
    name: applicantIndex.name,
    school: t.school,
    role: t.role,
    state: t.homeState,
    score: sql<number>`${t.score}::float8`,
    maximum: sql<number>`${t.maximum}::float8`,
    remark: t.remark,
    status,
    isPublished,
    enteredAt: t.enteredAt,
    enteredBy: staff.name,
  },
  filters: {
    number: t.number,
    kind: isOfKind(t.kind),
    school: t.school,
    role: t.role,
    state: t.homeState,
    published: isPublished,
  },
  hasIndexOfEachFilter: true,
  orders: { score: { by: [t.score, t.id] } },
  search: (text, { exerciseId }, tx) => searchByApplicant(tx, text, { exerciseId, id: t.id }),
  scope: getScope,
  present: (rows) => rows.map((row) => ({ ...row, enteredAt: row.enteredAt.toISOString() })),
  exported: () => ({
    number: t.number,
    name: applicantIndex.name,
    kind: t.kind,
    school: t.school,
    role: t.role,
    state: t.homeState,
    score: t.score,
    maximum: t.maximum,
    remark: t.remark,
    status,
    published: isPublished,
    entered: sql`${toLagosTime(t.enteredAt)} || ', ' || ${staff.name}`,
  }),
})
