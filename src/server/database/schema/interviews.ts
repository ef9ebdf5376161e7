// Interviews: who asks whom, when, and what each member of a panel found.
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { type CriterionScores, highestSheetTotal } from '#shared/staff/interviews.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { seats, sittings } from './sittings.ts'
import { staffReference } from './staff.ts'

export const panels = pgTable(
  'panels',
  {
    id: primaryId(),
    sittingId: uuid().notNull(),
    /** That of the sitting. */
    kind: oneOf(sittingKinds).notNull().default('interview'),
    name: text().notNull(),
    /** Raised by every change. */
    version: integer().notNull().default(1),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    foreignKey({
      columns: [t.sittingId, t.kind],
      foreignColumns: [sittings.id, sittings.kind],
      name: 'panels_sitting',
    }),
    check('panels_interview', sql`${t.kind} = 'interview'`),
    unique('panels_name').on(t.sittingId, t.name),
    // What a slot refers to, with its sitting.
    unique('panels_of_sitting').on(t.id, t.sittingId),
  ],
)

export const panelMembers = pgTable(
  'panel_members',
  {
    panelId: uuid()
      .notNull()
      .references(() => panels.id, { onDelete: 'cascade' }),
    staffId: staffReference(),
  },
  (t) => [
    primaryKey({ name: 'panel_members_key', columns: [t.panelId, t.staffId] }),
    index('panel_members_staff').on(t.staffId),
  ],
)

/** When a panel sees an applicant, who keeps the seat. */
export const interviewSlots = pgTable(
  'interview_slots',
  {
    seatId: uuid().primaryKey(),
    sittingId: uuid().notNull(),
    panelId: uuid().notNull(),
    startsAt: timestamptz().notNull(),
    /** A trigger keeps those of a panel from overlapping. */
    endsAt: timestamptz().notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.seatId, t.sittingId],
      foreignColumns: [seats.id, seats.sittingId],
      name: 'interview_slots_seat',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.panelId, t.sittingId],
      foreignColumns: [panels.id, panels.sittingId],
      name: 'interview_slots_panel',
    }),
    unique('interview_slots_time').on(t.panelId, t.startsAt),
    // What a sheet refers to: a slot with sheets stays with its panel.
    unique('interview_slots_of_panel').on(t.seatId, t.panelId),
    index('interview_slots_sitting').on(t.sittingId),
    check('interview_slots_times', sql`${t.startsAt} < ${t.endsAt}`),
  ],
)

/** What one member of the panel found. Append-only by trigger: once handed in, it is final. */
export const scoreSheets = pgTable(
  'score_sheets',
  {
    seatId: uuid().notNull(),
    panelId: uuid().notNull(),
    staffId: uuid().notNull(),
    scores: jsonb().$type<CriterionScores>().notNull(),
    /** The sum of the scores. */
    total: integer().notNull(),
    note: text(),
    handedInAt: timestamptzNow(),
  },
  (t) => [
    primaryKey({ name: 'score_sheets_key', columns: [t.seatId, t.staffId] }),
    foreignKey({
      columns: [t.seatId, t.panelId],
      foreignColumns: [interviewSlots.seatId, interviewSlots.panelId],
      name: 'score_sheets_slot',
    }),
    // Who has handed in a sheet stays a member.
    foreignKey({
      columns: [t.panelId, t.staffId],
      foreignColumns: [panelMembers.panelId, panelMembers.staffId],
      name: 'score_sheets_member',
    }),
    index('score_sheets_panel').on(t.panelId, t.staffId),
    check('score_sheets_total', sql`${t.total} between 0 and ${highestSheetTotal}`.inlineParams()),
  ],
)
