// What the staff filter payments by and see of them, as conditions on `payments`.
import { and, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isOneOf, withTableNames } from '#server/database/conditions.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { ownDeadline } from '#server/domain/own-deadline.ts'
import { splitFilter } from '#shared/lists/filter-values.ts'
import { paymentTypes } from '#shared/policy/payment-type.ts'
import type { PaymentDifference } from '#shared/staff/labels/payments.ts'

const t = payments

/** As the partial indexes of the table have them. */
const conditions: Readonly<Record<PaymentDifference, SQL>> = {
  under: sql`(${t.paidKobo} > 0 and ${t.status} <> 'paid')`,
  over: sql`(${t.status} = 'paid' and ${t.paidKobo} > ${t.feeKobo} + ${t.chargeKobo})`,
  again: sql`${t.id} in (select ${paymentEvents.paymentId} from ${paymentEvents} where ${paymentEvents.kind} = 'paid_again')`,
}

export const differsAs = (values: string): SQL | undefined =>
  or(...splitFilter(values).map((value) => conditions[value as PaymentDifference]))

/** A second payment differs more than its amount. */
export const difference = withTableNames(
  sql<PaymentDifference | null>`case when ${t.status} = 'paid' and exists (
    select from ${paymentEvents} where ${paymentEvents.paymentId} = ${t.id} and ${paymentEvents.kind} = 'paid_again') then 'again'
  when ${conditions.over} then 'over' when ${conditions.under} then 'under' end`,
)

/** After the deadline of the post, or else of the exercise, or after it was archived. */
export const isLate = withTableNames(
  sql<boolean>`exists (select from ${accounts} join ${exercises} on ${exercises.id} = ${accounts.exerciseId}
  where ${accounts.id} = ${t.accountId} and ${t.paidAt} > least(${ownDeadline}, ${exercises.archivedAt}) offset 0)`,
)

/** Nothing earlier can be late, so that only later payments are looked at. */
export const isAfterFirstDeadline = (exerciseId: number): SQL =>
  sql`${t.paidAt} > (select least(${exercises.deadline}, ${exercises.archivedAt}, (select min(${exercisePosts.closesAt}) from ${exercisePosts}
    where ${exercisePosts.exerciseId} = ${exercises.id})) from ${exercises} where ${exercises.id} = ${exerciseId})`

/** Channels that are known by their own name, and what stands for the others. */
export const isOfChannel = (channel: PgColumn | SQL, values: string): SQL | undefined => {
  const chosen = splitFilter(values)
  return or(
    isOneOf(channel)(values),
    chosen.includes('other') ? notInArray(sql`${channel}`, ['', ...Object.keys(paymentTypes)]) : undefined,
    chosen.includes('none') ? sql`${channel} = ''` : undefined,
  )
}

/** Without what nobody has paid, which has no channel. */
export const isPaidBy = (values: string): SQL | undefined =>
  and(isOfChannel(t.paymentType, values), splitFilter(values).includes('none') ? sql`${t.paidKobo} > 0` : undefined)
