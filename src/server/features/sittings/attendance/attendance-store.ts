import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { attendance } from '#server/database/schema/attendance.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { areApplicantsWithin, areRowsWithin, type IndexScope } from '#server/domain/scope.ts'
import type { AttendanceState } from '#shared/staff/attendance.ts'

/** Every code that leads from a slip of this applicant to the page that verifies it. */
const slipCodes = sql<string[]>`array(
  select ${applications.slipCode}
  union all select version.slip_code from application_versions version where version.application_id = ${applications.id}
  union all select payment.slip_code from payments payment
    where payment.account_id = ${applications.accountId} and payment.status = 'paid')`

const newestMark = sql`lateral (
  select mark.reason, mark.marked_at, person.name from ${attendance} mark
  join ${staff} person on person.id = mark.marked_by
  where mark.seat_id = ${seats.id} and mark.position = ${seats.marks}) newest`

const contradictedMark = sql`lateral (
  select json_build_object('state', mark.state, 'by', person.name, 'at', mark.marked_at) as mark from ${attendance} mark
  join ${staff} person on person.id = mark.marked_by
  where ${seats.hasConflict} and mark.seat_id = ${seats.id} and mark.state <> ${seats.attendance}
  order by mark.position desc limit 1) against`

export interface MarkRow {
  state: AttendanceState | null
  reason: string | null
  marks: number
  hasConflict: boolean
  by: string | null
  at: Date | null
  against: { state: AttendanceState; by: string; at: string } | null
}

const markColumns = {
  state: seats.attendance,
  marks: seats.marks,
  hasConflict: seats.hasConflict,
  reason: sql<string | null>`newest.reason`,
  by: sql<string | null>`newest.name`,
  at: sql<Date | null>`newest.marked_at`.mapWith(attendance.markedAt),
  against: sql<MarkRow['against']>`against.mark`,
}

/** Who sits there, by seat. */
export const listDoorSeats = (tx: Tx, sittingId: string, scope: IndexScope) =>
  tx
    .select({
      id: seats.id,
      seatNumber: seats.seatNumber,
      number: applications.number,
      name: applicantIndex.name,
      codes: slipCodes,
      ...markColumns,
    })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .leftJoin(newestMark, sql`true`)
    .leftJoin(contradictedMark, sql`true`)
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt), areApplicantsWithin(scope)))
    .orderBy(asc(seats.seatNumber))

/** Seats of the exercise in other sittings of the kind, those nearest in time first. */
export function listSeatsElsewhere(
  tx: Tx,
  { id, kind, startsAt }: Pick<typeof sittings.$inferSelect, 'id' | 'kind' | 'startsAt'>,
  scope: IndexScope,
  limit: number,
) {
  // Ordered by themselves: the seats of so many as are needed are then read, and not those of all.
  const nearest = tx
    .select({
      id: sittings.id,
      label: sittings.label,
      venueId: sittings.venueId,
      startsAt: sittings.startsAt,
      distance: sql<number>`abs(extract(epoch from ${sittings.startsAt} - ${startsAt.toISOString()}::timestamptz))`.as(
        'distance',
      ),
    })
    .from(sittings)
    // Otherwise the seats of all years are read where the exercise has fewer than the limit.
    .where(and(eq(sittings.exerciseId, scope.exerciseId), eq(sittings.kind, kind), sql`${sittings.id} <> ${id}`))
    .orderBy(sql`distance`, sittings.id)
    .as('nearest')
  return tx
    .select({
      sittingId: nearest.id,
      label: nearest.label,
      venueId: venues.id,
      venue: venues.name,
      startsAt: nearest.startsAt,
      seatNumber: seats.seatNumber,
      number: seats.number,
      codes: slipCodes,
    })
    .from(nearest)
    .innerJoin(venues, eq(venues.id, nearest.venueId))
    .innerJoin(seats, and(eq(seats.sittingId, nearest.id), isNull(seats.releasedAt)))
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .where(areRowsWithin(seats, scope))
    .orderBy(nearest.distance, nearest.id, seats.seatNumber)
    .limit(limit)
}

/** The sitting of a seat that somebody has, and whose seat it is. */
export async function findSeat(tx: Tx, id: string): Promise<{ sittingId: string; accountId: string } | null> {
  const [row] = await tx
    .select({ sittingId: seats.sittingId, accountId: applications.accountId })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .where(and(eq(seats.id, id), isNull(seats.releasedAt)))
  return row ?? null
}

export interface LockedSeat {
  id: string
  /** In their order. */
  marks: { id: string; state: AttendanceState; isConflict: boolean }[]
}

/** Those of these seats of the sitting that the person may mark, until the transaction ends, always in the same order. */
export async function lockSeats(
  tx: Tx,
  sittingId: string,
  ids: readonly string[],
  scope: IndexScope,
): Promise<Map<string, LockedSeat>> {
  const rows = await tx
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .where(
      and(
        eq(seats.sittingId, sittingId),
        isNull(seats.releasedAt),
        inArray(seats.id, [...ids]),
        areApplicantsWithin(scope),
      ),
    )
    .orderBy(asc(seats.id))
    .for('update', { of: seats })
  const locked = new Map(rows.map(({ id }): [string, LockedSeat] => [id, { id, marks: [] }]))
  const marks = await tx
    .select({
      seatId: attendance.seatId,
      id: attendance.id,
      state: attendance.state,
      isConflict: attendance.isConflict,
    })
    .from(attendance)
    .where(inArray(attendance.seatId, [...locked.keys()]))
    .orderBy(asc(attendance.position))
  for (const { seatId, ...mark } of marks) locked.get(seatId)?.marks.push(mark)
  return locked
}

export type NewMark = typeof attendance.$inferInsert

/** The newest mark of each seat then stands in the seat. The seats are locked. */
export async function addMarks(tx: Tx, marks: readonly NewMark[]): Promise<void> {
  if (marks.length === 0) return
  await tx.insert(attendance).values([...marks])
  await tx.execute(sql`
    update ${seats} set attendance = newest.state, marks = newest.position, has_conflict = newest.is_conflict
    from (select distinct on (seat_id) seat_id, state, position, is_conflict from ${attendance}
      where seat_id in (select jsonb_array_elements_text(${JSON.stringify(marks.map(({ seatId }) => seatId))}::jsonb)::uuid)
      order by seat_id, position desc) newest
    where seats.id = newest.seat_id`)
}

/** @returns how many: everybody of the sitting whom nobody has marked, without those about whom the person may not know */
export async function addAbsentees(
  tx: Tx,
  { sittingId, staffId, at }: { sittingId: string; staffId: string; at: Date },
  scope: IndexScope,
): Promise<number> {
  const unmarked = await tx
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .where(
      and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt), eq(seats.marks, 0), areApplicantsWithin(scope)),
    )
    .orderBy(asc(seats.id))
    .for('update', { of: seats })
  const ids = JSON.stringify(unmarked.map(({ id }) => id))
  await tx.execute(sql`
    with marked as (
      insert into ${attendance} (seat_id, id, position, state, source, is_conflict, marked_by, marked_at, arrived_at)
      select id::uuid, gen_random_uuid(), 1, 'absent', 'sheet', false, ${staffId}::uuid, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
      from jsonb_array_elements_text(${ids}::jsonb) as id returning seat_id)
    update ${seats} set attendance = 'absent', marks = 1 from marked where seats.id = marked.seat_id`)
  return unmarked.length
}

/** The marks of these seats as they stand. */
export async function listMarks(tx: Tx, ids: readonly string[]): Promise<Map<string, MarkRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: seats.id, ...markColumns })
    .from(seats)
    .leftJoin(newestMark, sql`true`)
    .leftJoin(contradictedMark, sql`true`)
    .where(inArray(seats.id, [...ids]))
  return new Map(rows.map(({ id, ...mark }) => [id, mark]))
}

export async function countAttendance(tx: Tx, sittingId: string) {
  const of = (state: AttendanceState) => sql<number>`count(*) filter (where ${eq(seats.attendance, state)})::int`
  const [row] = await tx
    .select({
      present: of('present'),
      absent: of('absent'),
      turned_away: of('turned_away'),
      unmarked: sql<number>`count(*) filter (where ${isNull(seats.attendance)})::int`,
      conflicts: sql<number>`count(*) filter (where ${seats.hasConflict})::int`,
    })
    .from(seats)
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt)))
  if (!row) throw new Error('A count has a row.')
  return row
}
