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
import { toLagosDay } from '#server/domain/lagos-days.ts'
import type { LedgerAccount } from '#shared/staff/ledger.ts'

const stated = sql`coalesce((event.detail ->> 'paidKobo')::bigint, payment.paid_kobo)`
const moment = sql`case when event.kind in ('underpaid', 'overpaid') then event.at
  else coalesce(payment.paid_at, payment.checked_at, payment.issued_at, payment.created_at) end`
const isEarned = sql`coalesce(event.kind, payment.status) = 'paid'`

/** One row for each sum that Remita has stated; of a payment without such events, for what is stored. */
const receipts = sql`
  select person.exercise_id, payment.id as payment_id, payment.payment_type as channel, ${toLagosDay(moment)} as day,
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
  select refund.exercise_id, coalesce(payment.payment_type, '') as channel, refund.refunded_on::text as day,
    refund.refund_kobo as refunded,
    case when refund.kind = 'late' then least(refund.refund_kobo, payment.fee_kobo) else 0 end as fee,
    case when refund.kind = 'late' then least(refund.refund_kobo - least(refund.refund_kobo, payment.fee_kobo), payment.charge_kobo)
      else 0 end as charge
  from ${moneyCases} as refund left join ${payments} as payment on payment.id = refund.payment_id
  where refund.state = 'refunded'`

/** Debits are above zero, credits below. */
const entries = sql`
  select exercise_id, day, channel, entry.account, entry.amount from (${receipts}) as receipt
  cross join lateral (values ('remita', received), ('fees', -fee), ('charges', -charge), ('held', fee + charge - received))
    as entry (account, amount)
  union all
  select exercise_id, day, channel, entry.account, entry.amount from (${refunds}) as refund
  cross join lateral (values ('fees', fee), ('charges', charge), ('held', refunded - fee - charge), ('bank', -refunded))
    as entry (account, amount)`

/** A row for each day, channel and account. Within a day the order of `id` backwards is that of the accounts. */
export const ledger = sql`(
  select exercise_id, day, channel, account,
    sum(greatest(amount, 0))::bigint as debit_kobo, sum(greatest(-amount, 0))::bigint as credit_kobo,
    channel || ' ' || array_position('{bank,held,charges,fees,remita}'::text[], account) || ' ' || account as id,
    day::date::timestamp at time zone 'Africa/Lagos' as day_start
  from (${entries}) as entry where amount <> 0 group by exercise_id, day, channel, account) as ledger`

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
  sql`exercise_id = ${exerciseId} and day >= ${from ?? '0000'} and day <= ${to ?? '9999'}`

export async function sumDays(tx: Tx, span: Span): Promise<DaySum[]> {
  const { rows } = await tx.execute<DaySum>(sql`
    select day, channel, sum(received)::float8 as "receivedKobo", count(distinct payment_id)::int as payments
    from (${receipts}) as receipt where ${isWithin(span)} and received > 0 group by day, channel order by day, channel`)
  return rows
}

export async function sumRefunds(tx: Tx, span: Span): Promise<number> {
  const { rows } = await tx.execute<{ kobo: number }>(sql`
    select coalesce(sum(refunded), 0)::float8 as kobo from (${refunds}) as refund where ${isWithin(span)}`)
  return rows[0]?.kobo ?? 0
}
