import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Seating } from '#shared/api/staff/seating.ts'
import { attendanceStates } from '#shared/staff/attendance.ts'
import type { SeatingRules } from '#shared/staff/seating.ts'
import { maxSittingCapacity, sittingKinds, sittingStates } from '#shared/staff/sittings.ts'
import { applications } from './applications-and-drafts.ts'
import { checkNames, filterColumns, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { staffReference } from './staff.ts'

/** Of one exercise; another year's begins with a copy. */
export const venues = pgTable(
  'venues',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    name: text().notNull(),
    address: text().notNull(),
    state: text().notNull(),
    isActive: boolean().notNull().default(true),
    isStepFree: boolean().notNull().default(false),
    /** Raised by every change. */
    version: integer().notNull().default(1),
    madeAt: timestamptzNow(),
  },
  (t) => [
    unique('venues_name').on(t.exerciseId, t.name),
    // What a sitting refers to, with its exercise.
    unique('venues_of_exercise').on(t.id, t.exerciseId),
  ],
)

export const sittings = pgTable(
  'sittings',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    venueId: uuid().notNull(),
    kind: oneOf(sittingKinds).notNull(),
    label: text().notNull(),
    reportsAt: timestamptz().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    capacity: integer().notNull(),
    state: oneOf(sittingStates).notNull().default('open'),
    /** Why it was cancelled. */
    reason: text(),
    /** The sitting whose applicants it has taken over. */
    movedFrom: uuid().references((): AnyPgColumn => sittings.id),
    version: integer().notNull().default(1),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    foreignKey({
      columns: [t.venueId, t.exerciseId],
      foreignColumns: [venues.id, venues.exerciseId],
      name: 'sittings_venue',
    }),
    // What a seat refers to, with its kind.
    unique('sittings_of_kind').on(t.id, t.kind),
    uniqueIndex('sittings_label').on(t.venueId, t.kind, t.label).where(sql`state <> 'cancelled'`),
    index('sittings_starts').on(t.exerciseId, t.startsAt, t.id),
    check('sittings_times', sql`${t.reportsAt} <= ${t.startsAt} and ${t.startsAt} < ${t.endsAt}`),
    check('sittings_capacity', sql`${t.capacity} between 1 and ${maxSittingCapacity}`.inlineParams()),
    check('sittings_reason', sql`(${t.state} = 'cancelled') = (${t.reason} is not null)`),
  ],
)

/** One arrangement of seats: what it was made from, and what became of it. */
export const seatingRuns = pgTable(
  'seating_runs',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    kind: oneOf(sittingKinds).notNull(),
    /** Of the person who made it; it expires after a day. */
    selectionId: uuid().notNull(),
    sittingIds: uuid().array().notNull(),
    rules: jsonb().$type<SeatingRules>().notNull(),
    /** The same one gives the same seats. */
    seed: integer().notNull(),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    committedAt: timestamptz(),
    /** Who got a seat and who none, as the commit answered it; null until then. */
    result: jsonb().$type<Omit<Seating, 'run'>>(),
  },
  (t) => [
    ...checkNames(t),
    index('seating_runs_exercise').on(t.exerciseId),
    check('seating_runs_committed', sql`(${t.committedAt} is null) = (${t.result} is null)`),
  ],
)

const isTaken = sql`released_at is null`

/** A released seat stays as history; a trigger keeps seats within the capacity of an open sitting. */
export const seats = pgTable(
  'seats',
  {
    id: primaryId(),
    sittingId: uuid().notNull(),
    kind: oneOf(sittingKinds).notNull(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    seatNumber: integer().notNull(),
    runId: uuid()
      .notNull()
      .references(() => seatingRuns.id),
    seatedAt: timestamptzNow(),
    releasedAt: timestamptz(),
    /** As the newest of its marks says; null while nobody has marked it. */
    attendance: oneOf(attendanceStates),
    /** How many marks it has. */
    marks: integer().notNull().default(0),
    /** The newest mark contradicts another one, and nobody has settled it yet. */
    hasConflict: boolean().notNull().default(false),
    ...filterColumns(),
    /** That of the sitting, as the facts are those of the applicant. */
    startsAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    foreignKey({ columns: [t.sittingId, t.kind], foreignColumns: [sittings.id, sittings.kind], name: 'seats_sitting' }),
    uniqueIndex('seats_one_applicant').on(t.sittingId, t.seatNumber).where(sql`released_at is null`),
    uniqueIndex('seats_one_seat').on(t.applicationId, t.kind).where(sql`released_at is null`),
    // What the slot of an interview refers to.
    unique('seats_of_sitting').on(t.id, t.sittingId),
    // Also those that are released: a publication looks for the newest of each applicant.
    index('seats_application').on(t.applicationId, t.kind),
    index('seats_run').on(t.runId),
    // Also those that are released.
    index('seats_history').on(t.sittingId),
    // The list in its order, and by each filter; with the application, of which the count needs to know who is recused.
    index('seats_starts').on(t.exerciseId, t.startsAt, t.sittingId, t.seatNumber, t.applicationId).where(isTaken),
    index('seats_kind').on(t.exerciseId, t.kind, t.startsAt, t.sittingId, t.seatNumber, t.applicationId).where(isTaken),
    index('seats_school')
      .on(t.exerciseId, t.school, t.startsAt, t.sittingId, t.seatNumber, t.applicationId)
      .where(isTaken),
    index('seats_role').on(t.exerciseId, t.role, t.startsAt, t.sittingId, t.seatNumber, t.applicationId).where(isTaken),
    index('seats_home_state')
      .on(t.exerciseId, t.homeState, t.startsAt, t.sittingId, t.seatNumber, t.applicationId)
      .where(isTaken),
    index('seats_number').on(t.number).where(isTaken),
    index('seats_attendance')
      .on(t.exerciseId, t.attendance, t.startsAt, t.sittingId, t.seatNumber, t.applicationId)
      .where(sql`released_at is null and not has_conflict`),
    index('seats_unmarked')
      .on(t.exerciseId, t.startsAt, t.sittingId, t.seatNumber, t.applicationId)
      .where(sql`released_at is null and not has_conflict and attendance is null`),
    index('seats_conflict')
      .on(t.exerciseId, t.startsAt, t.sittingId, t.seatNumber, t.applicationId)
      .where(sql`released_at is null and has_conflict`),
    check('seats_number', sql`${t.seatNumber} >= 1`),
  ],
)
