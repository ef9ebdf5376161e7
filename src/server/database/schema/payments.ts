import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { paymentStates } from '#shared/policy/rrr.ts'
import { accountReference } from './accounts-and-sessions.ts'
import { checkNames, kobo, oneOf, primaryId, slipCode, timestamptz, timestamptzNow } from './columns.ts'

/** Every RRR ever requested. `requested` has no RRR yet; `superseded` and `expired` ones can still be paid. */
export const payments = pgTable(
  'payments',
  {
    id: primaryId(),
    accountId: accountReference(),
    /** Of the account: a copy, which a trigger fills (`filter-columns.sql`), so that one index finds a page of an exercise. */
    exerciseId: integer().notNull().default(0),
    orderId: text().notNull().unique('payments_order'),
    rrr: text().unique('payments_rrr_once'),
    feeKobo: kobo().notNull(),
    chargeKobo: kobo().notNull(),
    status: oneOf(paymentStates).notNull(),
    /** While `requested`: the server holding the lease asks the provider for the RRR; once it expired, another may. */
    leaseExpiresAt: timestamptz(),
    /** What the provider received. Less than the amount due unless the status is `paid`. */
    paidKobo: kobo(),
    paidAt: timestamptz(),
    paymentType: text().notNull().default(''),
    checks: integer().notNull().default(0),
    checkedAt: timestamptz(),
    nextCheckAt: timestamptz(),
    slipCode: slipCode('payments_slip_code'),
    createdAt: timestamptzNow(),
    /** When the provider issued the RRR, which may be some time after `createdAt`. */
    issuedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    uniqueIndex('payments_one_open').on(t.accountId).where(sql`status = 'open'`),
    uniqueIndex('payments_one_requested').on(t.accountId).where(sql`status = 'requested'`),
    index('payments_account').on(t.accountId),
    // Of the staff's list: its pages and its count by each filter.
    index('payments_newest').on(t.exerciseId, t.createdAt, t.id),
    index('payments_by_state').on(t.exerciseId, t.status, t.createdAt, t.id),
    index('payments_by_channel').on(t.exerciseId, t.paymentType, t.createdAt, t.id),
    index('payments_by_day').on(t.exerciseId, t.paidAt, t.id).where(sql`paid_at is not null`),
    index('payments_underpaid').on(t.exerciseId, t.createdAt, t.id).where(sql`paid_kobo > 0 and status <> 'paid'`),
    index('payments_overpaid')
      .on(t.exerciseId, t.createdAt, t.id)
      .where(sql`status = 'paid' and paid_kobo > fee_kobo + charge_kobo`),
    index('payments_paid_at').on(t.paidAt).where(sql`paid_at is not null`),
    index('payments_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
    check('payments_rrr', sql`${t.status} = 'requested' or ${t.rrr} ~ '^[0-9]{12}$'`),
    check(
      'payments_paid',
      sql`(${t.status} = 'paid') = (${t.paidAt} is not null) and (${t.status} <> 'paid' or ${t.paidKobo} >= ${t.feeKobo} + ${t.chargeKobo})`,
    ),
  ],
)

/** Requests to the payment provider and its replies, redacted. Append-only by trigger. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    paymentId: uuid().references(() => payments.id),
    rrr: text(),
    kind: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: timestamptzNow(),
  },
  (t) => [
    index('payment_events_payment').on(t.paymentId),
    // Of the ledger, in the order in which a payment was paid.
    index('payment_events_money')
      .on(t.paymentId, t.id)
      .where(sql`kind in ('paid', 'paid_again', 'overpaid', 'underpaid')`),
    index('payment_events_stated').on(t.at).where(sql`kind in ('overpaid', 'underpaid')`),
    index('payment_events_paid_again').on(t.paymentId).where(sql`kind = 'paid_again'`),
  ],
)
