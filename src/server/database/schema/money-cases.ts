// What does not add up about money. Opened and settled by triggers (functions/money-cases.sql), worked on by the bursar.
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moneyCaseEventNames, moneyCaseKinds, moneyCaseStates } from '#shared/staff/money-cases.ts'
import { accounts } from './accounts-and-sessions.ts'
import { checkNames, kobo, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { payments } from './payments.ts'
import { settlementLines } from './settlements.ts'
import { staff } from './staff.ts'

export const moneyCases = pgTable(
  'money_cases',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    kind: oneOf(moneyCaseKinds).notNull(),
    state: oneOf(moneyCaseStates).notNull().default('open'),
    /** Null while the RRR of a settlement is unknown here. */
    paymentId: uuid().references(() => payments.id),
    accountId: uuid().references(() => accounts.id),
    rrr: text().notNull(),
    /** The line of a settlement that the case is about. */
    lineId: bigint({ mode: 'number' }),
    /** What is at stake: a refund is at most this. */
    amountKobo: kobo().notNull(),
    openedAt: timestamptzNow(),
    endedAt: timestamptz(),
    /** Raised by every change; a step names the version that it was based on. */
    version: integer().notNull().default(0),
    /** While a refund or a write-off is proposed, and afterwards. */
    proposedBy: uuid().references(() => staff.id),
    proposedAt: timestamptz(),
    refundKobo: kobo(),
    approvedBy: uuid().references(() => staff.id),
    approvedAt: timestamptz(),
    /** Of the accounts' own records. */
    refundedOn: date({ mode: 'string' }),
    refundReference: text(),
  },
  (t) => [
    ...checkNames(t),
    index('money_cases_newest').on(t.exerciseId, t.openedAt, t.id),
    index('money_cases_by_state').on(t.exerciseId, t.state, t.openedAt, t.id),
    index('money_cases_by_kind').on(t.exerciseId, t.kind, t.openedAt, t.id),
    index('money_cases_approved_at').on(t.exerciseId, t.approvedAt, t.id).where(sql`approved_at is not null`),
    index('money_cases_account').on(t.accountId),
    index('money_cases_rrr').on(t.rrr),
    index('money_cases_payment').on(t.paymentId),
    index('money_cases_line').on(t.lineId),
    index('money_cases_refunded').on(t.refundedOn).where(sql`refunded_on is not null`),
    uniqueIndex('money_cases_payment_once')
      .on(t.kind, t.paymentId)
      .where(sql`line_id is null and state not in ('explained', 'refunded', 'written_off')`),
    uniqueIndex('money_cases_line_once').on(t.kind, t.lineId).where(sql`line_id is not null`),
    foreignKey({ name: 'money_cases_settlement_line', columns: [t.lineId], foreignColumns: [settlementLines.id] }),
    check('money_cases_amount', sql`${t.amountKobo} >= 0`),
    check(
      'money_cases_proposed',
      sql`(${t.state} in ('refund_due', 'refund_approved', 'refunded', 'write_off_due', 'written_off')) = (${t.proposedBy} is not null)
        and (${t.proposedBy} is null) = (${t.proposedAt} is null)`,
    ),
    check(
      'money_cases_refund',
      sql`(${t.state} in ('refund_due', 'refund_approved', 'refunded')) = (${t.refundKobo} is not null)
        and ${t.refundKobo} > 0 and ${t.refundKobo} <= ${t.amountKobo}`,
    ),
    // What goes back has been received: so says Remita, or more than one line of settlements.
    check('money_cases_refund_confirmed', sql`${t.kind} <> 'missing_here' or ${t.refundKobo} is null`),
    check(
      'money_cases_approved',
      sql`(${t.state} in ('refund_approved', 'refunded', 'written_off')) = (${t.approvedBy} is not null)
        and (${t.approvedBy} is null) = (${t.approvedAt} is null)`,
    ),
    check('money_cases_second_person', sql`${t.approvedBy} <> ${t.proposedBy}`),
    check(
      'money_cases_paid_out',
      sql`(${t.state} = 'refunded') = (${t.refundedOn} is not null) and (${t.refundedOn} is null) = (${t.refundReference} is null)`,
    ),
    check(
      'money_cases_ended',
      sql`(${t.state} in ('explained', 'refunded', 'written_off')) = (${t.endedAt} is not null)`,
    ),
  ],
)

/** Append-only by trigger. */
export const moneyCaseEvents = pgTable(
  'money_case_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    caseId: uuid()
      .notNull()
      .references(() => moneyCases.id),
    kind: oneOf(moneyCaseEventNames).notNull(),
    /** Null for the system. */
    staffId: uuid().references(() => staff.id),
    /** Amounts and codes. */
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    note: text(),
    at: timestamptzNow(),
  },
  (t) => [...checkNames(t), index('money_case_events_case').on(t.caseId, t.id)],
)
