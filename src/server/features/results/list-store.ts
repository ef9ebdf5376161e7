// The newest result of each applicant, without those from whose cases the reader is recused.
import { and, eq, sql } from 'drizzle-orm'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { results } from '#server/database/schema/results.ts'
import { staff } from '#server/database/schema/staff.ts'
import { findNamedApplicants } from '#server/domain/applicant-search.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { isNewestResult } from '#server/domain/newest-results.ts'
import { areApplicantsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { resultList } from '#shared/lists/results.ts'
import { listScopes } from '#shared/roles/permissions.ts'

const t = results

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'result:read')
  return and(
    eq(applicantIndex.exerciseId, exerciseId),
    isNewestResult(sql`${t.id}`),
    areApplicantsWithin({ exerciseId, staffId, scopes }),
  )
}

const isPublished = sql<boolean>`exists (select from publication_items told
  where told.source_table = 'results' and told.source_id = ${t.id} and told.state = 'done')`

export const resultSource = defineListSource({
  list: resultList,
  from: sql`${t} join ${applications} on ${eq(applications.id, t.applicationId)}
    join ${applicantIndex} on ${eq(applicantIndex.accountId, applications.accountId)}
    join ${staff} on ${eq(staff.id, t.enteredBy)}`,
  select: {
    id: t.id,
    kind: t.kind,
    number: sql<string>`${applicantIndex.number}`,
    name: applicantIndex.name,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    score: sql<number>`${t.score}::float8`,
    maximum: sql<number>`${t.maximum}::float8`,
    remark: t.remark,
    isPublished,
    enteredAt: t.enteredAt,
    enteredBy: staff.name,
  },
  filters: {
    number: applicantIndex.number,
    kind: t.kind,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    published: isPublished,
  },
  orders: { score: { by: [t.score, t.id] } },
  search: async (text, _, tx) => [{ condition: await findNamedApplicants(tx, text) }],
  scope: getScope,
  present: (rows) => rows.map((row) => ({ ...row, enteredAt: row.enteredAt.toISOString() })),
  exported: () => ({
    number: applicantIndex.number,
    name: applicantIndex.name,
    kind: t.kind,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    score: t.score,
    maximum: t.maximum,
    remark: t.remark,
    published: isPublished,
    entered: sql`${toLagosTime(t.enteredAt)} || ', ' || ${staff.name}`,
  }),
})
