// The offers of an exercise, without those from whose cases the reader is recused.
import { eq, sql } from 'drizzle-orm'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { offers } from '#server/database/schema/decisions/offers.ts'
import { exercisePosts } from '#server/database/schema/exercises.ts'
import { findNamedApplicants } from '#server/domain/applicant-search.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { areApplicantsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { offerList } from '#shared/lists/offers.ts'
import { listScopes } from '#shared/roles/permissions.ts'

const t = offers

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'offer:read')
  return areApplicantsWithin({ exerciseId, staffId, scopes })
}

export const offerSource = defineListSource({
  list: offerList,
  from: sql`${t} join ${exercisePosts} on ${eq(exercisePosts.id, t.postId)}
    join ${applications} on ${eq(applications.id, t.applicationId)}
    join ${accounts} on ${eq(accounts.id, applications.accountId)}
    join ${applicantIndex} on ${eq(applicantIndex.accountId, applications.accountId)}`,
  select: {
    id: t.id,
    number: sql<string>`${applicantIndex.number}`,
    name: applicantIndex.name,
    role: exercisePosts.role,
    school: exercisePosts.school,
    department: exercisePosts.department,
    gender: applicantIndex.gender,
    state: applicantIndex.state,
    offer: t.state,
    until: t.until,
    offeredAt: t.offeredAt,
    settledAt: t.settledAt,
  },
  filters: {
    number: applicantIndex.number,
    role: exercisePosts.role,
    school: exercisePosts.school,
    department: exercisePosts.department,
    gender: applicantIndex.gender,
    state: applicantIndex.state,
    offer: t.state,
    until: t.until,
  },
  orders: { offered: { by: [t.offeredAt, t.id] } },
  search: async (text, _, tx) => [{ condition: await findNamedApplicants(tx, text) }],
  scope: getScope,
  present: (rows) =>
    rows.map(({ until, offeredAt, settledAt, ...row }) => ({
      ...row,
      until: until.toISOString(),
      offeredAt: offeredAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  exported: () => ({
    number: applicantIndex.number,
    name: applicantIndex.name,
    role: exercisePosts.role,
    school: exercisePosts.school,
    department: exercisePosts.department,
    gender: applicantIndex.gender,
    state: applicantIndex.state,
    offer: t.state,
    offered: toLagosTime(t.offeredAt),
    until: toLagosTime(t.until),
    settled: toLagosTime(t.settledAt),
    surname: accounts.surname,
    firstName: accounts.firstName,
    middleName: accounts.middleName,
    dateOfBirth: sql`${accounts.dateOfBirth}::text`,
    lga: accounts.lga,
    email: accounts.email,
    phone: accounts.phone,
  }),
})
