import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { attendanceSources, attendanceStates } from '#shared/staff/attendance.ts'
import { checkNames, oneOf, timestamptz, timestamptzNow } from './columns.ts'
import { seats } from './sittings.ts'
import { staffReference } from './staff.ts'

/** Append-only: each seat has its marks in the order in which they arrived; the newest stands in the seat, too. */
export const attendance = pgTable(
  'attendance',
  {
    seatId: uuid()
      .notNull()
      .references(() => seats.id),
    /** Made by the device, so that a mark that is sent twice is recorded once. */
    id: uuid().notNull(),
    position: integer().notNull(),
    state: oneOf(attendanceStates).notNull(),
    /** Why somebody was turned away. */
    reason: text(),
    source: oneOf(attendanceSources).notNull(),
    /** It contradicts a mark of another device that this one did not know. */
    isConflict: boolean().notNull(),
    markedBy: staffReference(),
    markedAt: timestamptz().notNull(),
    arrivedAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    primaryKey({ columns: [t.seatId, t.id] }),
    unique('attendance_position').on(t.seatId, t.position),
    check('attendance_reason', sql`(${t.state} = 'turned_away') = (${t.reason} is not null)`),
    check('attendance_times', sql`${t.markedAt} <= ${t.arrivedAt}`),
  ],
)
