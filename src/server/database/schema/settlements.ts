// What the bank or Remita says that it paid out, and the days that the bursar has closed. Nothing here makes a payment paid.
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MoneyCaseState } from '#shared/staff/money-cases.ts'
import { settlementVerdictNames } from '#shared/staff/settlements.ts'
import { kobo, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { imports } from './imports.ts'
import { staffReference } from './staff.ts'

const day = () => date({ mode: 'string' })

/** One file. Append-only by trigger. */
export const settlements = pgTable(
  'settlements',
  {
    id: primaryId(),
    importId: uuid()
      .notNull()
      .references(() => imports.id),
    exerciseId: exerciseReference(),
    /** The days of payment that the file covers, as the bursar says: a payment of these that it lacks is missing there. */
    firstDay: day().notNull(),
    lastDay: day().notNull(),
    importedAt: timestamptzNow(),
  },
  (t) => [
    unique('settlements_import').on(t.importId),
    index('settlements_exercise').on(t.exerciseId, t.firstDay),
    check('settlements_days', sql`${t.firstDay} <= ${t.lastDay}`),
  ],
)

/** As in the file. Append-only by trigger: how a line compares with the payment of its RRR is computed when it is read. */
export const settlementLines = pgTable(
  'settlement_lines',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    settlementId: uuid()
      .notNull()
      .references(() => settlements.id),
    /** Of the payment, where the RRR was known when the file was imported; else of the file. */
    exerciseId: exerciseReference(),
    /** As in the file, counted from 1. */
    line: integer().notNull(),
    rrr: text().notNull(),
    amountKobo: kobo().notNull(),
    chargeKobo: kobo(),
    paidOn: day().notNull(),
    settledOn: day(),
    /** By Remita's code where it has one. */
    channel: text().notNull().default(''),
    /** The same line of an earlier file, where it counts. */
    sameAsId: bigint({ mode: 'number' }),
    /** The first line with this RRR, of this file or an earlier one. */
    repeatsId: bigint({ mode: 'number' }),
  },
  (t) => [
    unique('settlement_lines_line').on(t.settlementId, t.line),
    index('settlement_lines_rrr').on(t.rrr),
    index('settlement_lines_day').on(t.exerciseId, t.paidOn),
    index('settlement_lines_repeats').on(t.repeatsId).where(sql`repeats_id is not null`),
    foreignKey({ name: 'settlement_lines_same_as', columns: [t.sameAsId], foreignColumns: [t.id] }),
    foreignKey({ name: 'settlement_lines_repeats_line', columns: [t.repeatsId], foreignColumns: [t.id] }),
    check('settlement_lines_rrr_digits', sql`${t.rrr} ~ '^[0-9]{12}$'`),
    check('settlement_lines_amount', sql`${t.amountKobo} >= 0 and ${t.chargeKobo} >= 0`),
    check('settlement_lines_counts_once', sql`${t.sameAsId} is null or ${t.repeatsId} is null`),
  ],
)

/** A day whose payments the bursar has compared. With differences that remain, a second person approves it. */
export const closedDays = pgTable(
  'closed_days',
  {
    exerciseId: exerciseReference(),
    day: day().notNull(),
    /** What the first person saw. */
    differences: integer().notNull(),
    paidKobo: kobo().notNull(),
    settledKobo: kobo().notNull(),
    closedBy: staffReference(),
    closedAt: timestamptzNow(),
    approvedBy: uuid(),
    approvedAt: timestamptz(),
  },
  (t) => [
    primaryKey({ name: 'closed_days_key', columns: [t.exerciseId, t.day] }),
    check('closed_days_second_person', sql`${t.approvedBy} <> ${t.closedBy}`),
    check('closed_days_approved', sql`(${t.approvedBy} is null) = (${t.approvedAt} is null)`),
  ],
)

/** One row for each line, and one for each payment that no settlement has. Described in functions/reconciliation.sql. */
export const reconciliation = pgView('reconciliation', {
  exerciseId: integer().notNull(),
  settlementId: uuid(),
  line: integer(),
  key: text().notNull(),
  rrr: text().notNull(),
  day: day().notNull(),
  settledOn: day(),
  channel: text().notNull(),
  amountKobo: kobo(),
  chargeKobo: kobo(),
  hereKobo: kobo(),
  verdict: oneOf(settlementVerdictNames).notNull(),
  lineId: bigint({ mode: 'number' }),
  paymentId: uuid(),
  caseKind: text().notNull(),
  caseState: text().$type<MoneyCaseState>(),
}).existing()
