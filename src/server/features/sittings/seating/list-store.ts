// Who sits where, without the applicants from whose cases the reader is recused.
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { contains } from '#server/database/conditions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { areApplicantsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { seatList } from '#shared/lists/seats.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import type { SeatAttendance } from '#shared/staff/attendance.ts'

const t = seats

const attendance = sql<SeatAttendance>`case when ${t.hasConflict} then 'conflict' else coalesce(${t.attendance}, 'unmarked') end`

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'sitting:read')
  return and(
    isNull(t.releasedAt),
    eq(sittings.exerciseId, exerciseId),
    areApplicantsWithin({ exerciseId, staffId, scopes }),
  )
}

export const seatSource = defineListSource({
  list: seatList,
  from: sql`${t} join ${sittings} on ${eq(sittings.id, t.sittingId)}
    join ${venues} on ${eq(venues.id, sittings.venueId)}
    join ${applications} on ${eq(applications.id, t.applicationId)}
    join ${applicantIndex} on ${eq(applicantIndex.accountId, applications.accountId)}`,
  select: {
    id: t.id,
    sittingId: sittings.id,
    label: sittings.label,
    venue: venues.name,
    startsAt: sittings.startsAt,
    kind: t.kind,
    seatNumber: t.seatNumber,
    number: sql<string>`${applicantIndex.number}`,
    name: applicantIndex.name,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    attendance,
  },
  filters: {
    sitting: (id) => sql`${t.sittingId}::text = ${id.toLowerCase()}`,
    starts: sittings.startsAt,
    number: applicantIndex.number,
    kind: t.kind,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    attendance,
  },
  orders: { starts: { by: [sittings.startsAt, sittings.id, t.seatNumber] } },
  search: (text) => or(eq(applicantIndex.number, text.toUpperCase()), contains([applicantIndex.name], text)),
  scope: getScope,
  present: (rows) =>
    rows.map((row) => ({
      id: row.id,
      sitting: { id: row.sittingId, label: row.label, venue: row.venue, startsAt: row.startsAt.toISOString() },
      kind: row.kind,
      seatNumber: row.seatNumber,
      number: row.number,
      name: row.name,
      school: row.school,
      role: row.role,
      state: row.state,
      attendance: row.attendance,
    })),
  exported: () => ({
    sitting: sql`${sittings.label} || ', ' || ${venues.name}`,
    starts: toLagosTime(sittings.startsAt),
    seat: t.seatNumber,
    number: applicantIndex.number,
    name: applicantIndex.name,
    kind: t.kind,
    school: applicantIndex.school,
    role: applicantIndex.role,
    state: applicantIndex.state,
    attendance,
  }),
})
