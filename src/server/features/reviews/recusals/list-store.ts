// The recusals from the applications of an exercise, but for cases from which the reader is recused.
import { eq, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contains, hasId } from '#server/database/conditions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { recusals } from '#server/database/schema/decisions/reviews.ts'
import { staff } from '#server/database/schema/staff.ts'
import { areApplicationsWithin } from '#server/domain/index-conditions.ts'
import { toLagosDay, toLagosTime } from '#server/domain/lagos-days.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { recusalList } from '#shared/lists/recusals.ts'
import { listScopes } from '#shared/roles/permissions.ts'

const t = recusals
const maker = alias(staff, 'maker')
const ender = alias(staff, 'ender')

const state = sql<'active' | 'ended'>`case when ${t.endedAt} is null then 'active' else 'ended' end`

const getScope = ({ exerciseId, staffId, grants }: ListReader) =>
  exerciseId === null
    ? sql`false`
    : areApplicationsWithin({ exerciseId, staffId, scopes: listScopes(grants, 'application:assign') })

export const recusalSource = defineListSource({
  list: recusalList,
  from: sql`${t} join ${applications} on ${eq(applications.id, t.applicationId)}
    join ${applicantIndex} on ${eq(applicantIndex.accountId, applications.accountId)}
    join ${staff} on ${eq(staff.id, t.staffId)}
    join ${staff} as ${maker} on ${eq(maker.id, t.madeBy)}
    left join ${staff} as ${ender} on ${eq(ender.id, t.endedBy)}`,
  select: {
    id: t.id,
    number: sql<string>`${applicantIndex.number}`,
    name: applicantIndex.name,
    school: applicantIndex.school,
    staffId: t.staffId,
    person: staff.name,
    reason: t.reason,
    state,
    madeBy: t.madeBy,
    maker: maker.name,
    madeAt: t.at,
    endedBy: t.endedBy,
    ender: sql<string | null>`${ender.name}`,
    endedAt: t.endedAt,
  },
  filters: {
    made: t.at,
    person: hasId(t.staffId),
    number: applicantIndex.number,
    school: applicantIndex.school,
    state,
  },
  orders: { made: { by: [t.at, t.id] } },
  search: (text) => or(contains([staff.name], text), eq(applicantIndex.number, text.toUpperCase())),
  scope: getScope,
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      number: row.number,
      name: row.name,
      school: row.school,
      person: { id: row.staffId, name: row.person },
      reason: row.reason,
      state: row.state,
      madeBy: { id: row.madeBy, name: row.maker },
      madeAt: row.madeAt.toISOString(),
      endedBy: row.endedBy === null ? null : { id: row.endedBy, name: row.ender ?? '' },
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
  exported: () => ({
    made: toLagosTime(t.at),
    person: staff.name,
    number: applicantIndex.number,
    name: applicantIndex.name,
    school: applicantIndex.school,
    reason: t.reason,
    state,
    madeBy: maker.name,
    ended: sql`${toLagosDay(t.endedAt)} || ', ' || ${ender.name}`,
  }),
})
