import { and, asc, count, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { seats, sittings, venues } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { isSeatTold } from '#server/domain/told-seats.ts'

export type VenueRow = typeof venues.$inferSelect
export type SittingRow = typeof sittings.$inferSelect

export const listVenues = (tx: Tx, exerciseId: number): Promise<VenueRow[]> =>
  tx.select().from(venues).where(eq(venues.exerciseId, exerciseId)).orderBy(asc(venues.state), asc(venues.name))

export async function countVenues(tx: Tx, exerciseId: number): Promise<number> {
  const [row] = await tx.select({ count: count() }).from(venues).where(eq(venues.exerciseId, exerciseId))
  return row?.count ?? 0
}

/** The venue, locked against changes until the transaction ends; null when the exercise has no such one. */
export async function lockVenue(tx: Tx, exerciseId: number, id: string): Promise<VenueRow | null> {
  const [row] = await tx
    .select()
    .from(venues)
    .where(and(eq(venues.id, id), eq(venues.exerciseId, exerciseId)))
    .for('update')
  return row ?? null
}

/** Null when the exercise has one of that name. */
export async function addVenue(tx: Tx, row: typeof venues.$inferInsert): Promise<VenueRow | null> {
  const [added] = await tx.insert(venues).values(row).onConflictDoNothing().returning()
  return added ?? null
}

/** Whether the exercise has another venue of that name. */
export async function isVenueNameTaken(tx: Tx, { id, exerciseId, name }: Pick<VenueRow, 'id' | 'exerciseId' | 'name'>) {
  const [other] = await tx
    .select({ id: venues.id })
    .from(venues)
    .where(and(eq(venues.exerciseId, exerciseId), eq(venues.name, name), sql`${venues.id} <> ${id}`))
  return other !== undefined
}

export async function updateVenue(
  tx: Tx,
  { id, version }: Pick<VenueRow, 'id' | 'version'>,
  changes: Pick<VenueRow, 'name' | 'address' | 'state' | 'isActive' | 'isStepFree'>,
): Promise<void> {
  await tx
    .update(venues)
    .set({ ...changes, version: version + 1 })
    .where(eq(venues.id, id))
}

/** Whether a sitting there that is not over has a seat of which its applicant was told. */
export async function hasToldSeats(tx: Tx, venueId: string, now: Date): Promise<boolean> {
  const [told] = await tx
    .select({ id: seats.id })
    .from(seats)
    .innerJoin(sittings, eq(sittings.id, seats.sittingId))
    .where(
      and(
        eq(sittings.venueId, venueId),
        gt(sittings.endsAt, now),
        isNull(seats.releasedAt),
        isSeatTold(sql`${seats.id}`),
      ),
    )
    .limit(1)
  return told !== undefined
}

export interface FoundSitting {
  row: SittingRow
  venue: VenueRow
  exercise: { year: number; archivedAt: Date | null }
  madeBy: string
}

export async function findSitting(tx: Tx, id: string): Promise<FoundSitting | null> {
  const [found] = await tx
    .select({
      row: sittings,
      venue: venues,
      exercise: { year: exercises.year, archivedAt: exercises.archivedAt },
      madeBy: staff.name,
    })
    .from(sittings)
    .innerJoin(venues, eq(venues.id, sittings.venueId))
    .innerJoin(exercises, eq(exercises.id, sittings.exerciseId))
    .innerJoin(staff, eq(staff.id, sittings.madeBy))
    .where(eq(sittings.id, id))
  return found ?? null
}

export interface SeatFacts {
  [column: string]: unknown
  seated: number
  /** Whose applicants read something else than what is so now, until a publication tells them. */
  unpublished: number
  movedTo: string | null
}

/** What is counted for the page of a sitting. */
export async function readSeatFacts(tx: Tx, id: string): Promise<SeatFacts> {
  const { rows } = await tx.execute<SeatFacts>(sql`
    select count(*) filter (where seat.released_at is null)::int as seated,
      count(*) filter (where application.withdrawn_at is null and told.is_told = (seat.released_at is not null)
        and (seat.released_at is null and own.ends_at >= now() or seat.released_at is not null and not exists (
          select from ${seats} later where later.application_id = seat.application_id and later.kind = seat.kind
            and later.released_at is null)))::int as unpublished,
      (select moved.id from ${sittings} moved where moved.moved_from = ${id}::uuid) as "movedTo"
    from ${seats} seat join ${sittings} own on own.id = seat.sitting_id
    join ${applications} application on application.id = seat.application_id
    cross join lateral (select ${isSeatTold(sql`seat.id`)} as is_told) as told
    where seat.sitting_id = ${id}::uuid`)
  const [facts] = rows
  if (!facts) throw new Error('A count has a row.')
  return facts
}

/** Until the transaction ends. */
export async function lockSitting(tx: Tx, id: string): Promise<SittingRow> {
  const [row] = await tx.select().from(sittings).where(eq(sittings.id, id)).for('update')
  if (!row) throw new Error('A sitting is never deleted.')
  return row
}

/** The id; null when the venue has a batch of that name. */
export async function addSitting(tx: Tx, row: typeof sittings.$inferInsert): Promise<string | null> {
  const [added] = await tx.insert(sittings).values(row).onConflictDoNothing().returning({ id: sittings.id })
  return added?.id ?? null
}

/** Whether the venue has another sitting of that kind and name. */
export async function isLabelTaken(
  tx: Tx,
  { id, venueId, kind, label }: Pick<SittingRow, 'id' | 'venueId' | 'kind' | 'label'>,
): Promise<boolean> {
  const [other] = await tx
    .select({ id: sittings.id })
    .from(sittings)
    .where(
      and(
        eq(sittings.venueId, venueId),
        eq(sittings.kind, kind),
        eq(sittings.label, label),
        ne(sittings.state, 'cancelled'),
        sql`${sittings.id} <> ${id}`,
      ),
    )
  return other !== undefined
}

export async function updateSitting(
  tx: Tx,
  { id, version }: Pick<SittingRow, 'id' | 'version'>,
  changes: Partial<Omit<SittingRow, 'id' | 'exerciseId' | 'version'>>,
): Promise<void> {
  await tx
    .update(sittings)
    .set({ ...changes, version: version + 1 })
    .where(eq(sittings.id, id))
}
