// The ledger follows from what is stored of payments and refunds; it is written by nobody.
//
// A payment moves money when Remita states another sum for it: on the day of payment when it becomes paid, on the day of the
// statement otherwise. The fee and its charge are earned by the first payment of an account that is large enough; all else
// that was received is held until it is refunded.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { moneyCases } from '#server/database/schema/money-cases.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import type { LedgerAccount } from '#shared/staff/ledger.ts'

const stated = sql`coalesce((event.detail ->> 'paidKobo')::bigint, payment.paid_kobo)`
const moment = sql`case when event.kind in ('underpaid', 'overpaid') then event.at
  else coalesce(payment.paid_at, payment.checked_at, payment.issued_at, payment.created_at) end`
const isEarned = sql`coalesce(event.kind, payment.status) = 'paid'`

/** One row for each sum that Remita has stated; of a payment without such events, for what is stored. */
const receipts = sql`
  select person.exercise_id, payment.id as payment_id, payment.payment_type as channel,
    (${moment} at time zone 'Africa/Lagos')::date as day,
    ${stated} - lag(${stated}, 1, 0::bigint) over (partition by person.exercise_id, payment.id order by event.id) as received,
    case when ${isEarned} then payment.fee_kobo else 0 end as fee,
    case when ${isEarned} then payment.charge_kobo else 0 end as charge
  from ${payments} as payment
  join ${accounts} as person on person.id = payment.account_id
  left join ${paymentEvents} as event on event.payment_id = payment.id
    and event.kind in ('paid', 'paid_again', 'overpaid', 'underpaid') and event.detail ? 'paidKobo'
  where payment.paid_kobo > 0`

/** What was paid late had been earned; everything else that goes back was held. */
const refunds = sql`
  select refund.exercise_id, coalesce(payment.payment_type, '') as channel, refund.refunded_on as day,
    refund.refund_kobo as refunded,
    case when refund.kind = 'late' then least(refund.refund_kobo, payment.fee_kobo) else 0 end as fee,
    case when refund.kind = 'late' then least(refund.refund_kobo - least(refund.refund_kobo, payment.fee_kobo), payment.charge_kobo)
      else 0 end as charge
  from ${moneyCases} as refund left join ${payments} as payment on payment.id = refund.payment_id
  where refund.state = 'refunded'`

/** Debits and credits of each account by day and channel; first added up, so that few rows are split into accounts. */
const entries = sql`
  select exercise_id, day, channel, entry.account, entry.debit, entry.credit from (
    select exercise_id, day, channel, sum(fee) as fees, sum(charge) as charges,
      sum(greatest(received, 0)) as received, sum(greatest(-received, 0)) as taken_back,
      sum(greatest(received - fee - charge, 0)) as held, sum(greatest(fee + charge - received, 0)) as no_longer_held
    from (${receipts}) as receipt group by exercise_id, day, channel) as receipt
  cross join lateral (values ('remita', received, taken_back), ('fees', 0, fees), ('charges', 0, charges),
    ('held', no_longer_held, held)) as entry (account, debit, credit)
  union all
  select exercise_id, day, channel, entry.account, entry.debit, entry.credit from (${refunds}) as refund
  cross join lateral (values ('fees', fee, 0), ('charges', charge, 0), ('held', refunded - fee - charge, 0),
    ('bank', 0, refunded)) as entry (account, debit, credit)`

/** A row for each day, channel and account. Within a day the order of `id` backwards is that of the accounts. */
export const ledger = sql`(
  select exercise_id, to_char(day, 'YYYY-MM-DD') as day, channel, account,
    sum(debit)::bigint as debit_kobo, sum(credit)::bigint as credit_kobo,
    channel || ' ' || array_position('{bank,held,charges,fees,remita}'::text[], account) || ' ' || account as id,
    day::timestamp at time zone 'Africa/Lagos' as day_start
  from (${entries}) as entry where debit <> 0 or credit <> 0 group by exercise_id, day, channel, account) as ledger`

export interface AccountSum {
  [column: string]: unknown
  account: LedgerAccount
  debitKobo: number
  creditKobo: number
}

export async function sumAccounts(tx: Tx, condition: SQL | undefined): Promise<AccountSum[]> {
  const { rows } = await tx.execute<AccountSum>(sql`
    select account, sum(debit_kobo)::float8 as "debitKobo", sum(credit_kobo)::float8 as "creditKobo"
    from ${ledger} where ${condition ?? sql`true`} group by account`)
  return rows
}

export interface DaySum {
  [column: string]: unknown
  day: string
  channel: string
  receivedKobo: number
  payments: number
}

interface Span {
  exerciseId: number
  /** Days such as 2024-12-31, both included. */
  from: string | undefined
  to: string | undefined
}

const isWithin = ({ exerciseId, from, to }: Span): SQL =>
  sql`exercise_id = ${exerciseId} and day >= ${from ?? '-infinity'}::date and day <= ${to ?? 'infinity'}::date`

export async function sumReceipts(tx: Tx, span: Span): Promise<DaySum[]> {
  const { rows } = await tx.execute<DaySum>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, channel, sum(received)::float8 as "receivedKobo", count(distinct payment_id)::int as payments
    from (${receipts}) as receipt where ${isWithin(span)} and received > 0 group by receipt.day, channel order by receipt.day, channel`)
  return rows
}

export async function sumRefunds(tx: Tx, span: Span): Promise<number> {
  const { rows } = await tx.execute<{ kobo: number }>(sql`
    select coalesce(sum(refunded), 0)::float8 as kobo from (${refunds}) as refund where ${isWithin(span)}`)
  return rows[0]?.kobo ?? 0
}
