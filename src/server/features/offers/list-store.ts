// The offers of an exercise, without those from whose cases the reader is recused.
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#server/database/conditions.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { offers } from '#server/database/schema/decisions/offers.ts'
import { searchByApplicant } from '#server/domain/applicant-search.ts'
import { closedOfferState } from '#server/domain/closed-offers.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { areRowsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { joinFilter, splitFilter } from '#shared/lists/filter-values.ts'
import { offerList } from '#shared/lists/offers.ts'
import { listScopes } from '#shared/roles/permissions.ts'

const t = offers

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'offer:read')
  return areRowsWithin(t, { exerciseId, staffId, scopes })
}

/** By the stored state, which has an index. What is read of an offer differs only where one of these two is asked for alone. */
function hasState(values: string): SQL | undefined {
  const states = splitFilter(values)
  const hasLapsed = states.includes('lapsed')
  if (states.includes('offered') === hasLapsed) return isOneOf(t.state)(values)
  const stored = hasLapsed ? joinFilter([...states, 'offered']) : values
  return and(isOneOf(t.state)(stored), isOneOf(closedOfferState)(values))
}

const from = sql`${t} join ${applicantIndex} on ${eq(applicantIndex.number, t.number)}`

export const offerSource = defineListSource({
  list: offerList,
  from,
  exportedFrom: sql`${from} join ${accounts} on ${eq(accounts.id, applicantIndex.accountId)}`,
  countedFrom: sql`${t}`,
  select: {
    id: t.id,
    number: t.number,
    name: applicantIndex.name,
    role: t.role,
    school: t.school,
    department: t.department,
    gender: t.gender,
    state: t.homeState,
    offer: closedOfferState,
    until: t.until,
    offeredAt: t.offeredAt,
    settledAt: t.settledAt,
  },
  filters: {
    number: t.number,
    role: t.role,
    school: t.school,
    department: t.department,
    gender: t.gender,
    state: t.homeState,
    offer: hasState,
    until: t.until,
  },
  hasIndexOfEachFilter: true,
  orders: { offered: { by: [t.offeredAt, t.id] } },
  search: (text, { exerciseId }, tx) => searchByApplicant(tx, text, { exerciseId, id: t.id }),
  scope: getScope,
  present: (rows) =>
    rows.map(({ until, offeredAt, settledAt, ...row }) => ({
      ...row,
      until: until.toISOString(),
      offeredAt: offeredAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  exported: () => ({
    number: t.number,
    name: applicantIndex.name,
    role: t.role,
    school: t.school,
    department: t.department,
    gender: t.gender,
    state: t.homeState,
    offer: closedOfferState,
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
