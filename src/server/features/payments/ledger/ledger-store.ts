// The ledger follows from what is stored of payments and refunds; it is written by nobody.
//
// A payment moves money when Remita states another sum for it: on the day of payment when it becomes paid, on the day of the
// statement otherwise. The fee and its charge are earned by the first payment of an account that is large enough; all else
// that was received is held until it is refunded. What goes back because a settlement alone says that it was received was
// never held, nor what goes back beyond all that Remita has stated.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { moneyCases } from '#server/database/schema/money-cases.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { settlementLines } from '#server/database/schema/settlements.ts'
import type { LedgerAccount } from '#shared/staff/ledger.ts'

const stated = sql`coalesce((event.detail ->> 'paidKobo')::bigint, payment.paid_kobo)`
const paidAt = sql`coalesce(payment.paid_at, payment.checked_at, payment.issued_at, payment.created_at)`
const moment = sql`case when event.kind in ('underpaid', 'overpaid') then event.at else ${paidAt} end`
const isEarned = sql`coalesce(event.kind, payment.status) = 'paid'`

/** As Remita says; where it does not, as the settlement of the payment does. */
const channel = sql`coalesce(nullif(payment.payment_type, ''), (select line.channel from ${settlementLines} as line
  where line.rrr = payment.rrr and line.channel <> '' order by line.id limit 1), '')`

/** Days such as 2024-12-31, both included. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Payments that may have moved money on one of the days; each part is read by an index of its own. */
function mayBeOf({ from, to }: Days): SQL {
  if (!from && !to) return sql`true`
  const isOnDay = (at: SQL) => sql`${at} >= ${from ?? '-infinity'}::date::timestamp at time zone 'Africa/Lagos'
    and ${at} < (${to ?? 'infinity'}::date + 1)::timestamp at time zone 'Africa/Lagos'`
  return sql`payment.id in (
    select id from ${payments} as paid where ${isOnDay(sql`paid.paid_at`)}
    union all select id from ${payments} as other where other.paid_kobo > 0 and other.status <> 'paid'
    union all select other.payment_id from ${paymentEvents} as other
    where other.kind in ('overpaid', 'underpaid') and ${isOnDay(sql`other.at`)})`
}

/** One row for each sum that Remita has stated; of a payment without such events, for what is stored. */
const selectReceipts = (days: Days) => sql`
  select payment.exercise_id, payment.id as payment_id, ${channel} as channel,
    (${moment} at time zone 'Africa/Lagos')::date as day,
    ${stated} - lag(${stated}, 1, 0::bigint) over (partition by payment.exercise_id, payment.id order by event.id) as received,
    case when ${isEarned} then payment.fee_kobo else 0 end as fee,
    case when ${isEarned} then payment.charge_kobo else 0 end as charge
  from ${payments} as payment
  left join ${paymentEvents} as event on event.payment_id = payment.id
    and event.kind in ('paid', 'paid_again', 'overpaid', 'underpaid') and event.detail ? 'paidKobo'
  where payment.paid_kobo > 0 and ${mayBeOf(days)}`

/** More than Remita has stated of an RRR, by the lines of settlements. */
const settledBeyond = sql`greatest(0, (
    select coalesce(sum(line.amount_kobo), 0) from ${settlementLines} as line where line.rrr = refund.rrr and line.same_as_id is null)
  - coalesce(payment.paid_kobo, 0))`

/** By a payment that was not the second one of its account. */
const hasEarned = sql`payment.status = 'paid' and not exists (
  select from ${paymentEvents} as event where event.payment_id = payment.id and event.kind = 'paid_again')`

/** All refunds of an RRR until this one, in the order in which they were recorded. */
const soFar = sql`window so_far as (partition by exercise_id, rrr order by ended_at, id)`

/** By how much this refund raises a sum of all until this one. */
const raises = (sum: SQL) => sql`${sum} - lag(${sum}, 1, 0) over so_far`

/**
 * What each refund takes from where; nothing is taken twice. What a settlement alone has was not stated: it goes back for a line of
 * its own, or once all that was stated has gone back. The rest was stated. What was paid late is taken from what was earned, the fee
 * first; everything else from what was held, and only what is more than that from what was earned. What was too little was held when
 * it went back, whatever Remita states later.
 */
const selectRefunds = sql`
  with refund as (
    select refund.exercise_id, refund.rrr, refund.ended_at, refund.id, refund.kind, ${channel} as channel, refund.refunded_on as day,
      refund.refund_kobo as refunded, case when refund.line_id is null then 0 else refund.refund_kobo end as refunded_of_line,
      coalesce(payment.paid_kobo, 0) as stated, ${settledBeyond} as not_stated,
      case when ${hasEarned} then payment.fee_kobo else 0 end as fee_earned,
      case when ${hasEarned} then payment.fee_kobo + payment.charge_kobo else 0 end as all_earned
    from ${moneyCases} as refund left join ${payments} as payment on payment.id = refund.payment_id
    where refund.state = 'refunded'
  ), of_settlements as (
    select *, least(not_stated, greatest(sum(refunded_of_line) over so_far, sum(refunded) over so_far - stated)) as unconfirmed_so_far
    from refund ${soFar}
  ), of_stated as (
    select *, ${raises(sql`unconfirmed_so_far`)} as unconfirmed from of_settlements ${soFar}
  ), of_earned as (
    select *, least(all_earned, coalesce(sum(refunded - unconfirmed) filter (where kind = 'late') over so_far, 0)
      + greatest(0, sum(refunded - unconfirmed) filter (where kind not in ('late', 'short')) over so_far - (stated - all_earned)))
      as earned_so_far
    from of_stated ${soFar}
  )
  select exercise_id, channel, day, refunded, unconfirmed, ${raises(sql`earned_so_far`)} as earned,
    ${raises(sql`least(earned_so_far, fee_earned)`)} as fee
  from of_earned ${soFar}`

/** Debits and credits of each account by day and channel; first added up, so that few rows are split into accounts. */
const selectEntries = (days: Days) => sql`
  select exercise_id, day, channel, entry.account, entry.debit, entry.credit from (
    select exercise_id, day, channel, sum(fee) as fees, sum(charge) as charges,
      sum(greatest(received, 0)) as received, sum(greatest(-received, 0)) as taken_back,
      sum(greatest(received - fee - charge, 0)) as held, sum(greatest(fee + charge - received, 0)) as no_longer_held
    from (${selectReceipts(days)}) as receipt group by exercise_id, day, channel) as receipt
  cross join lateral (values ('remita', received, taken_back), ('fees', 0, fees), ('charges', 0, charges),
    ('held', no_longer_held, held)) as entry (account, debit, credit)
  union all
  select exercise_id, day, channel, entry.account, entry.debit, entry.credit from (${selectRefunds}) as refund
  cross join lateral (values ('fees', fee, 0), ('charges', earned - fee, 0), ('unconfirmed', unconfirmed, 0),
    ('held', refunded - earned - unconfirmed, 0), ('bank', 0, refunded)) as entry (account, debit, credit)`

/** A row for each day, channel and account. Within a day the order of `id` backwards is that of the accounts. */
const selectLedger = (days: Days) => sql`(
  select exercise_id, to_char(day, 'YYYY-MM-DD') as day, channel, account,
    sum(debit)::bigint as debit_kobo, sum(credit)::bigint as credit_kobo,
    channel || ' ' || array_position('{bank,unconfirmed,held,charges,fees,remita}'::text[], account) || ' ' || account as id,
    day::timestamp at time zone 'Africa/Lagos' as day_start
  from (${selectEntries(days)}) as entry where debit <> 0 or credit <> 0 group by exercise_id, day, channel, account) as ledger`

export const ledger = selectLedger({})

export interface AccountSum {
  [column: string]: unknown
  account: LedgerAccount
  debitKobo: number
  creditKobo: number
}

/** @param days of the rows that the condition lets through, so that nothing else is added up */
export async function sumAccounts(tx: Tx, condition: SQL | undefined, days: Days): Promise<AccountSum[]> {
  const { rows } = await tx.execute<AccountSum>(sql`
    select account, sum(debit_kobo)::float8 as "debitKobo", sum(credit_kobo)::float8 as "creditKobo"
    from ${selectLedger(days)} where ${condition ?? sql`true`} group by account`)
  return rows
}

export interface ReceivedSum {
  [column: string]: unknown
  /** Null for the sum of a channel over all days, in which an RRR counts once however many parts it was paid in. */
  day: string | null
  channel: string
  receivedKobo: number
  payments: number
}

interface Span extends Days {
  exerciseId: number
}

const isWithin = ({ exerciseId, from, to }: Span): SQL =>
  sql`exercise_id = ${exerciseId} and day >= ${from ?? '-infinity'}::date and day <= ${to ?? 'infinity'}::date`

/** By day and channel, then by channel: a payment has one channel. */
export async function sumReceipts(tx: Tx, span: Span): Promise<ReceivedSum[]> {
  const { rows } = await tx.execute<ReceivedSum>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, channel, sum(received)::float8 as "receivedKobo", count(distinct payment_id)::int as payments
    from (${selectReceipts(span)}) as receipt where ${isWithin(span)} and received > 0
    group by grouping sets ((receipt.day, channel), (channel)) order by receipt.day, channel`)
  return rows
}

export async function sumRefunds(tx: Tx, span: Span): Promise<number> {
  const { rows } = await tx.execute<{ kobo: number }>(sql`
    select coalesce(sum(refunded), 0)::float8 as kobo from (${selectRefunds}) as refund where ${isWithin(span)}`)
  return rows[0]?.kobo ?? 0
}
