// Who sits where, without the applicants from whose cases the reader is recused.
import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { hasId } from '#server/database/conditions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { searchByApplicant } from '#server/domain/applicant-search.ts'
import { isOfKind } from '#server/domain/index-conditions.ts'
import { toLagosTime } from '#server/domain/lagos-days.ts'
import { areRowsWithin } from '#server/domain/scope.ts'
import { defineListSource, type ListReader } from '#server/lists/list-source.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { seatList } from '#shared/lists/seats.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import { attendanceStateNames, type SeatAttendance } from '#shared/staff/attendance.ts'

const t = seats

const attendance = sql<SeatAttendance>`case when ${t.hasConflict} then 'conflict' else coalesce(${t.attendance}, 'unmarked') end`

/** As plain conditions on the columns, of which conflicts have an index. */
function isMarked(values: string): SQL | undefined {
  const all = splitFilter(values)
  const states = attendanceStateNames.filter((state) => all.includes(state))
  return or(
    all.includes('conflict') ? t.hasConflict.getSQL() : undefined,
    all.includes('unmarked') ? and(not(t.hasConflict), isNull(t.attendance)) : undefined,
    states.length > 0 ? and(not(t.hasConflict), inArray(t.attendance, states)) : undefined,
  )
}

function getScope({ exerciseId, staffId, grants }: ListReader) {
  if (exerciseId === null) return sql`false`
  const scopes = listScopes(grants, 'sitting:read')
  return and(isNull(t.releasedAt), areRowsWithin(t, { exerciseId, staffId, scopes }))
}

export const seatSource = defineListSource({
  list: seatList,
  from: sql`${t} join ${sittings} on ${eq(sittings.id, t.sittingId)}
    join ${venues} on ${eq(venues.id, sittings.venueId)}
    join ${applicantIndex} on ${eq(applicantIndex.number, t.number)}`,
  countedFrom: sql`${t}`,
  select: {
    id: t.id,
    sittingId: t.sittingId,
    label: sittings.label,
    venue: venues.name,
    startsAt: t.startsAt,
    kind: t.kind,
    seatNumber: t.seatNumber,
    number: t.number,
    name: applicantIndex.name,
    school: t.school,
    role: t.role,
    state: t.homeState,
    attendance,
  },
  filters: {
    sitting: hasId(t.sittingId),
    starts: t.startsAt,
    number: t.number,
    kind: isOfKind(t.kind),
    school: t.school,
    role: t.role,
    state: t.homeState,
    attendance: isMarked,
  },
  hasIndexOfEachFilter: true,
  orders: { starts: { by: [t.startsAt, t.sittingId, t.seatNumber] } },
  search: (text, { exerciseId }, tx) => searchByApplicant(tx, text, { exerciseId, id: t.id }),
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
    starts: toLagosTime(t.startsAt),
    seat: t.seatNumber,
    number: t.number,
    name: applicantIndex.name,
    kind: t.kind,
    school: t.school,
    role: t.role,
    state: t.homeState,
    attendance,
  }),
})
