import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { applications } from './applications-and-drafts.ts'
import { checkNames, filterColumns, oneOf, primaryId, timestamptzNow } from './columns.ts'
import { imports } from './imports.ts'
import { seats } from './sittings.ts'
import { staff, staffReference } from './staff.ts'

const score = () => numeric({ precision: 6, scale: 2, mode: 'number' }).notNull()

const applicationReference = () =>
  uuid()
    .notNull()
    .references(() => applications.id)

/**
 * As one person entered it, by hand or from the sheets of a panel. Append-only by trigger. It becomes a result when another
 * person confirms it; until then it counts nowhere.
 */
export const resultEntries = pgTable(
  'result_entries',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    kind: oneOf(sittingKinds).notNull(),
    score: score(),
    maximum: score(),
    remark: text(),
    /** The interview whose sheets it was made from; null when it was entered by hand. */
    seatId: uuid().references(() => seats.id),
    enteredBy: staffReference(),
    enteredAt: timestamptzNow(),
    seenVersion: integer().notNull(),
  },
  (t) => [
    ...checkNames(t),
    unique('result_entries_version').on(t.applicationId, t.kind, t.seenVersion),
    // What a result refers to: it is what was entered, and of whom.
    unique('result_entries_of_person').on(t.id, t.applicationId, t.kind, t.score, t.maximum, t.enteredBy),
    index('result_entries_seat').on(t.seatId).where(sql`seat_id is not null`),
    check('result_entries_score', sql`${t.score} between 0 and ${t.maximum} and ${t.maximum} > 0`),
  ],
)

/** Entries that their authors have taken back before anybody confirmed them. Append-only by trigger. */
export const takenBackEntries = pgTable('result_entries_taken_back', {
  entryId: uuid()
    .primaryKey()
    .references(() => resultEntries.id),
  takenBackAt: timestamptzNow(),
})

/** Append-only: a result is corrected by one that supersedes it. The newest is the one that none supersedes. */
export const results = pgTable(
  'results',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    kind: oneOf(sittingKinds).notNull(),
    score: score(),
    maximum: score(),
    /** For the applicant; null for none. */
    remark: text(),
    /** Where it was reached. Once that one is released, because the sitting was moved or cancelled, it counts no more. */
    seatId: uuid().references(() => seats.id),
    /** The file that it comes from; null for an entry that a second person has confirmed. */
    importId: uuid().references(() => imports.id),
    entryId: uuid(),
    enteredBy: staffReference(),
    enteredAt: timestamptzNow(),
    confirmedBy: uuid().references(() => staff.id),
    supersedes: uuid(),
    // Not append-only: these follow the account.
    ...filterColumns(),
  },
  (t) => [
    ...checkNames(t),
    // One beginning and one end, however many write at the same time.
    uniqueIndex('results_first').on(t.applicationId, t.kind).where(sql`supersedes is null`),
    uniqueIndex('results_superseded_once').on(t.supersedes).where(sql`supersedes is not null`),
    index('results_import').on(t.importId),
    index('results_seat').on(t.seatId).where(sql`seat_id is not null`),
    index('results_application').on(t.applicationId, t.kind),
    // The list in its order, and by each filter.
    index('results_score').on(t.exerciseId, t.score, t.id, t.applicationId),
    index('results_kind_score').on(t.exerciseId, t.kind, t.score, t.id, t.applicationId),
    index('results_school_score').on(t.exerciseId, t.school, t.score, t.id, t.applicationId),
    index('results_role_score').on(t.exerciseId, t.role, t.score, t.id, t.applicationId),
    index('results_home_state_score').on(t.exerciseId, t.homeState, t.score, t.id, t.applicationId),
    index('results_number').on(t.number),
    unique('results_entry').on(t.entryId),
    foreignKey({
      columns: [t.entryId, t.applicationId, t.kind, t.score, t.maximum, t.enteredBy],
      foreignColumns: [
        resultEntries.id,
        resultEntries.applicationId,
        resultEntries.kind,
        resultEntries.score,
        resultEntries.maximum,
        resultEntries.enteredBy,
      ],
      name: 'results_of_entry',
    }),
    check('results_score', sql`${t.score} between 0 and ${t.maximum} and ${t.maximum} > 0`),
    check(
      'results_source',
      sql`(${t.importId} is null) = (${t.entryId} is not null) and (${t.entryId} is null) = (${t.confirmedBy} is null)`,
    ),
    check('results_second_person', sql`${t.enteredBy} <> ${t.confirmedBy}`),
  ],
)
