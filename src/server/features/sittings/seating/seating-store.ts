import { and, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { splitIntoBatches } from '#server/database/batches.ts'
import type { Tx } from '#server/database/connection.ts'
import { deleteInBatches } from '#server/database/delete-in-batches.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { seatingRuns, seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { areRowsWithin, type IndexScope, isNotRecusedFrom } from '#server/domain/scope.ts'
import type { Seating } from '#shared/api/staff/seating.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'
import type { Allocation, Candidate } from './allocate.ts'

export type SeatingRunRow = typeof seatingRuns.$inferSelect

export async function addRun(tx: Tx, row: typeof seatingRuns.$inferInsert): Promise<SeatingRunRow> {
  const [added] = await tx.insert(seatingRuns).values(row).returning()
  if (!added) throw new Error('The run was not stored.')
  return added
}

/** Previews that nobody committed. */
export const deletePreviews = (tx: Tx, madeBefore: Date): Promise<void> =>
  deleteInBatches(tx, seatingRuns, and(isNull(seatingRuns.committedAt), lt(seatingRuns.madeAt, madeBefore)))

export async function findRun(tx: Tx, id: string): Promise<SeatingRunRow | null> {
  const [row] = await tx.select().from(seatingRuns).where(eq(seatingRuns.id, id))
  return row ?? null
}

export async function markCommitted(
  tx: Tx,
  id: string,
  committed: { committedAt: Date; result: Omit<Seating, 'run'> },
) {
  await tx.update(seatingRuns).set(committed).where(eq(seatingRuns.id, id))
}

export interface SeatedSitting {
  id: string
  label: string
  venue: string
  /** That of the venue. */
  place: string
  isStepFree: boolean
  reportsAt: Date
  startsAt: Date
  endsAt: Date
  capacity: number
  state: typeof sittings.$inferSelect.state
  kind: SittingKind
  exerciseId: number
  /** The numbers of the seats that are taken. */
  taken: number[]
}

/** With their venues, until the transaction ends, always in the same order. */
export async function lockSittings(tx: Tx, ids: readonly string[]): Promise<void> {
  const locked = await tx
    .select({ venueId: sittings.venueId })
    .from(sittings)
    .where(inArray(sittings.id, [...ids]))
    .orderBy(sittings.id)
    .for('update')
  await tx
    .select({ id: venues.id })
    .from(venues)
    .where(
      inArray(
        venues.id,
        locked.map(({ venueId }) => venueId),
      ),
    )
    .orderBy(venues.id)
    .for('share')
}

/**
 * Until the transaction ends nobody withdraws one of these applications or publishes its rejection, which would not find the
 * new seat. Always in the same order.
 * @param ids a relation with one column
 */
const lockApplications = (tx: Tx, ids: SQL) =>
  tx.execute(sql`select from applications where id in (${ids}) order by id for no key update`)

/** Those of a selection. */
export const lockSelected = (tx: Tx, selectionId: string) =>
  lockApplications(tx, sql`select application_id from selection_items where selection_id = ${selectionId}::uuid`)

/** Those with a seat in a sitting. */
export const lockSeated = (tx: Tx, sittingId: string) =>
  lockApplications(
    tx,
    sql`select application_id from seats where sitting_id = ${sittingId}::uuid and released_at is null`,
  )

/** Of the sittings `theirs` and `target`: applicants are there from reporting to the end. */
const overlap = sql`theirs.reports_at < target.ends_at and target.reports_at < theirs.ends_at`

export interface Clash {
  [column: string]: unknown
  /** Of the application. */
  number: string
  sitting: string
  label: string
  venue: string
  /** How many there are. */
  count: number
}

/** Who sits there and has a sitting of the other kind at that time, without those from whom the person is recused. */
export async function listClashes(tx: Tx, sittingId: string, staffId: string, limit: number): Promise<Clash[]> {
  const { rows } = await tx.execute<Clash>(sql`
    select application.number, theirs.id as sitting, theirs.label, venue.name as venue, (count(*) over ())::int as count
    from sittings target
    join seats seat on seat.sitting_id = target.id and seat.released_at is null
    join seats other on other.application_id = seat.application_id and other.kind <> seat.kind and other.released_at is null
    join sittings theirs on theirs.id = other.sitting_id and ${overlap}
    join venues venue on venue.id = theirs.venue_id
    join applications application on application.id = seat.application_id
    where target.id = ${sittingId}::uuid and ${isNotRecusedFrom(sql`application.account_id`, staffId)}
    order by seat.seat_number limit ${limit}`)
  return rows
}

export interface SeatToMove {
  id: string
  sittingId: string
  kind: SittingKind
  accountId: string
  number: string
  isReleased: boolean
  /** Withdrawn, or rejected. */
  isOut: boolean
  /** Was seen in it, or has a score of it. */
  isUsed: boolean
  needsStepFree: boolean
  /** Sits elsewhere at that time. */
  isBusy: boolean
}

/** Those of these seats about which the person may know, by sitting and number; also those that are released. */
export const listSeatsToMove = (
  tx: Tx,
  ids: readonly string[],
  { id: to, scope }: { id: string; scope: IndexScope },
): Promise<SeatToMove[]> =>
  tx
    .select({
      id: seats.id,
      sittingId: seats.sittingId,
      kind: seats.kind,
      accountId: applications.accountId,
      number: applications.number,
      isReleased: sql<boolean>`${seats.releasedAt} is not null`,
      isOut: sql<boolean>`${applications.withdrawnAt} is not null or ${applications.decision} = 'rejected'`,
      isUsed: sql<boolean>`coalesce(${seats.attendance} = 'present', false) or ${seats.hasConflict}
        or exists (select from score_sheets sheet where sheet.seat_id = ${seats.id})
        or exists (select from results result where result.seat_id = ${seats.id})`,
      needsStepFree: hasSpecialNeeds,
      isBusy: sql<boolean>`exists (
        select from seats other join sittings theirs on theirs.id = other.sitting_id
        join sittings target on target.id = ${to}::uuid and ${overlap}
        where other.application_id = ${seats.applicationId} and other.kind <> target.kind and other.released_at is null)`,
    })
    .from(seats)
    .innerJoin(applications, eq(applications.id, seats.applicationId))
    .innerJoin(seatingRuns, eq(seatingRuns.id, seats.runId))
    .where(and(inArray(seats.id, [...ids]), areRowsWithin(seats, scope)))
    .orderBy(seats.startsAt, seats.sittingId, seats.seatNumber)

export async function listSittingsOf(tx: Tx, seatIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: seats.sittingId })
    .from(seats)
    .where(inArray(seats.id, [...seatIds]))
  return rows.map(({ id }) => id)
}

/** With their applications: until the transaction ends, nobody withdraws, is marked there or gets a score sheet. */
export async function lockSeatsToMove(tx: Tx, ids: readonly string[]): Promise<void> {
  const list = JSON.stringify(ids)
  const chosen = sql`select value::uuid from jsonb_array_elements_text(${list}::jsonb)`
  await lockApplications(tx, sql`select application_id from seats where id in (${chosen})`)
  // As who hands in a sheet: the slot, and then the seat.
  await tx.execute(sql`select from interview_slots where seat_id in (${chosen}) order by seat_id for update`)
  await tx.execute(sql`select from seats where id in (${chosen}) order by id for update`)
}

/** To be called with all of them locked, and the sitting to which they go. */
export async function replaceSeats(
  tx: Tx,
  to: string,
  moved: readonly { id: string; seatNumber: number }[],
  releasedAt: Date,
): Promise<void> {
  const list = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (id uuid, "seatNumber" int)`
  await tx.execute(sql`
    update seats set released_at = ${releasedAt.toISOString()}::timestamptz from ${list} where seats.id = moved.id`)
  await tx.execute(sql`
    insert into seats (sitting_id, kind, application_id, seat_number, run_id)
    select ${to}::uuid, kind, application_id, moved."seatNumber", run_id from seats join ${list} on moved.id = seats.id`)
}

/** In the order in which they begin. */
export const listSeatedSittings = (tx: Tx, ids: readonly string[]): Promise<SeatedSitting[]> =>
  tx
    .select({
      id: sittings.id,
      label: sittings.label,
      venue: venues.name,
      place: venues.state,
      isStepFree: venues.isStepFree,
      reportsAt: sittings.reportsAt,
      startsAt: sittings.startsAt,
      endsAt: sittings.endsAt,
      capacity: sittings.capacity,
      state: sittings.state,
      kind: sittings.kind,
      exerciseId: sittings.exerciseId,
      taken: sql<number[]>`array(select ${seats.seatNumber} from ${seats}
        where ${seats.sittingId} = ${sittings.id} and ${seats.releasedAt} is null)`,
    })
    .from(sittings)
    .innerJoin(venues, eq(venues.id, sittings.venueId))
    .where(inArray(sittings.id, [...ids]))
    .orderBy(sittings.startsAt, sittings.id)

/** The applications of a selection, without those from which the person is recused. */
export async function listCandidates(
  tx: Tx,
  { selectionId, kind, staffId }: { selectionId: string; kind: SittingKind; staffId: string },
): Promise<Candidate[]> {
  const { rows } = await tx.execute<Candidate & Record<string, unknown>>(sql`
    select application.id as "applicationId", application.number, person.state,
      concat_ws(', ', person.school, person.department, person.role) as post,
      case
        when application.withdrawn_at is not null then 'withdrawn'
        when application.decision <> 'verified' then 'not_shortlisted'
        when 'on_hold' = any(person.flags) then 'on_hold'
        when exists (select from seats where seats.application_id = application.id and seats.kind = ${kind}
          and seats.released_at is null) then 'seated_already'
      end as obstacle,
      coalesce((
        select json_agg(json_build_object('from', extract(epoch from sitting.reports_at) * 1000, 'to', extract(epoch from sitting.ends_at) * 1000))
        from seats other join sittings sitting on sitting.id = other.sitting_id
        where other.application_id = application.id and other.kind <> ${kind} and other.released_at is null), '[]') as busy
    from selection_items item
    join applications application on application.id = item.application_id
    join applicant_index person on person.account_id = application.account_id
    where item.selection_id = ${selectionId}::uuid and ${isNotRecusedFrom(sql`person.account_id`, staffId)}`)
  return rows
}

/** Those of these applications about which the person may know. */
export async function listKnownNumbers(tx: Tx, numbers: readonly string[], staffId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ number: string }>(sql`
    select number from applications where number in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))
      and ${isNotRecusedFrom(sql`account_id`, staffId)}`)
  return new Set(rows.map(({ number }) => number))
}

/** Of one statement, which then takes less than a second. */
const seatsPerStatement = 5_000

/** @returns the applications that got their seat: others were given one by somebody else meanwhile */
export async function addSeats(
  tx: Tx,
  { id: runId, kind }: Pick<SeatingRunRow, 'id' | 'kind'>,
  allocated: Allocation['seats'],
): Promise<Set<string>> {
  const added = new Set<string>()
  for (const given of splitIntoBatches(allocated, seatsPerStatement)) {
    const { rows } = await tx.execute<{ applicationId: string }>(sql`
      insert into seats (sitting_id, kind, application_id, seat_number, run_id)
      select (seat ->> 'sittingId')::uuid, ${kind}, (seat ->> 'applicationId')::uuid, (seat ->> 'seatNumber')::int, ${runId}::uuid
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) as seat
      on conflict (application_id, kind) where released_at is null do nothing
      returning application_id as "applicationId"`)
    for (const { applicationId } of rows) added.add(applicationId)
  }
  return added
}

/** How many seats of a sitting are taken. */
export async function countSeats(tx: Tx, sittingId: string): Promise<{ count: number; highest: number }> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      highest: sql<number>`coalesce(max(${seats.seatNumber}), 0)::int`,
    })
    .from(seats)
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt)))
  return row ?? { count: 0, highest: 0 }
}

/** Whether the applicant of a seat was named as having special needs, with the seat's run joined. */
export const hasSpecialNeeds = sql<boolean>`coalesce(${seatingRuns.rules} -> 'specialNeeds' ? ${seats.number}, false)`

const areSpecialNeedsSeated = async (tx: Tx, sittingIds: SQL): Promise<boolean> => {
  const { rows } = await tx.execute(sql`
    select from ${seats} join ${seatingRuns} on ${seatingRuns.id} = ${seats.runId}
    where ${seats.sittingId} in (${sittingIds}) and ${seats.releasedAt} is null
      and ${hasSpecialNeeds} limit 1`)
  return rows.length > 0
}

/** Whether somebody sits there who was named as having special needs. */
export const seatsSpecialNeeds = (tx: Tx, sittingId: string): Promise<boolean> =>
  areSpecialNeedsSeated(tx, sql`${sittingId}::uuid`)

/** Whether such an applicant has a seat in a sitting of the venue that is not over. */
export const venueSeatsSpecialNeeds = (tx: Tx, venueId: string, now: Date): Promise<boolean> =>
  areSpecialNeedsSeated(
    tx,
    sql`select id from sittings where venue_id = ${venueId}::uuid and ends_at > ${now.toISOString()}::timestamptz`,
  )

/**
 * Each applicant of a sitting keeps the number of the seat, but for those who have left since, whose seat was used. To be called
 * once the seats are released, by the same transaction.
 */
export async function moveSeats(tx: Tx, from: string, to: string, releasedAt: Date): Promise<void> {
  await tx.execute(sql`
    insert into seats (sitting_id, kind, application_id, seat_number, run_id)
    select ${to}::uuid, kind, application_id, seat_number, run_id from seats
    join applications application on application.id = application_id
    where sitting_id = ${from}::uuid and released_at = ${releasedAt.toISOString()}::timestamptz
      and application.withdrawn_at is null and application.decision <> 'rejected'`)
}

export async function releaseSeats(tx: Tx, sittingId: string, releasedAt: Date): Promise<number> {
  const { rowCount } = await tx
    .update(seats)
    .set({ releasedAt })
    .where(and(eq(seats.sittingId, sittingId), isNull(seats.releasedAt)))
  return rowCount ?? 0
}
