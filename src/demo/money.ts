// What the demo's bursars find: a settlement with one line of each kind that somebody must look at, a day that is closed, and a
// double payment whose refund waits for the second bursar.
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { moneyCases } from '#server/database/schema/money-cases.ts'
import { settlements } from '#server/database/schema/settlements.ts'
import { findExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { startOfLagosDay, toLagosDay } from '#server/domain/lagos-days.ts'
import { createMoneyCaseService } from '#server/features/cases/service.ts'
import { createReconciliationService } from '#server/features/settlements/days.ts'
import { createSettlementService } from '#server/features/settlements/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { TableReader } from '#server/providers/files/tables/table-reader.ts'
import { toNaira } from '#shared/policy/money.ts'
import { settlementHeadings } from '#shared/staff/settlements.ts'
import { addDemoPayment } from './payments.ts'
import { findDemoPrincipal } from './staff.ts'

interface MoneyDependencies {
  database: Pick<Database, 'db'>
  tables: TableReader
  clock: () => Date
}

/** Adds them once. The demo's staff and applicants must exist. */
export async function seedDemoMoney({ database, tables, clock }: MoneyDependencies): Promise<void> {
  const { db } = database
  if ((await db.select({ id: settlements.id }).from(settlements).limit(1)).length > 0) return
  const by = await findDemoPrincipal(db, 'bursar')
  const exercise = await findExerciseOfYear(db, undefined)
  if (!by || !exercise) return
  const own = { database, tables, clock, by, year: exercise.year, exerciseId: exercise.id }
  const firstDay = await seedSettlement(own)
  if (firstDay) await seedDoublePayment(own, firstDay)
}

interface Bursary extends MoneyDependencies {
  by: StaffPrincipal
  year: number
  exerciseId: number
}

/** Nobody is asked about what the demo has invented. */
const payments = { scheduleCheck: () => Promise.resolve(), scheduleChecks: () => Promise.resolve() }

/** The settlement covers at least so many payments, the newest. */
const settledPayments = 12

/** @returns its first day, which is closed; null without payments */
async function seedSettlement(own: Bursary): Promise<string | null> {
  const { database, tables, clock, by, year, exerciseId } = own
  const made = await createDemoSettlement(database, exerciseId)
  if (!made) return null
  const { name, csv, firstDay, lastDay, lines: count } = made
  const options = { year, firstDay, lastDay, mapping: {}, count, isConfirmed: false }
  const file = { name, bytes: Buffer.from(csv) }
  await createSettlementService({ staffDatabase: database, tables, payments, clock }).apply(file, options, by)

  const reconciliation = createReconciliationService({ staffDatabase: database, clock })
  const [first] = await reconciliation.list(year, firstDay, by)
  if (first) await reconciliation.close({ year, ...first }, by)
  return firstDay
}

interface DemoSettlement {
  name: string
  csv: string
  firstDay: string
  lastDay: string
  lines: number
}

/**
 * A file for the newest days with payments that no settlement covers, which differs from them in each way: an amount, a
 * repeated line, a payment that it lacks, and an RRR that nobody here has asked for. Null without such payments.
 */
export async function createDemoSettlement(
  database: Pick<Database, 'db'>,
  exerciseId: number,
): Promise<DemoSettlement | null> {
  const [differing, repeated, missingThere, ...others] = await listNewestPaid(database, exerciseId)
  const [lastDay, firstDay] = [differing?.day, others.at(-1)?.day]
  if (!differing || !repeated || !missingThere || !firstDay || !lastDay) return null
  const lines = [
    ...others.toReversed(),
    repeated,
    repeated,
    { ...differing, naira: differing.naira - 500 },
    { ...differing, rrr: `3100${lastDay.replaceAll('-', '')}` },
  ]
  const { rrr, amount, paidOn, channel } = settlementHeadings
  const rows = lines.map((line) => [line.rrr, line.naira.toFixed(2), line.day, line.channel])
  const csv = [[rrr, amount, paidOn, channel], ...rows].map((cells) => cells.join()).join('\n')
  return { name: `settlement-${firstDay}-to-${lastDay}.csv`, csv, firstDay, lastDay, lines: lines.length }
}

interface Paid {
  [column: string]: unknown
  rrr: string
  naira: number
  day: string
  channel: string
}

/** All of the days of the newest ones that no settlement covers, the newest first. */
async function listNewestPaid({ db }: Pick<Database, 'db'>, exerciseId: number): Promise<Paid[]> {
  const { rows } = await db.execute<Paid>(sql`
    with all_paid as (
      select payment.rrr, payment.paid_kobo / 100.0 as naira, payment.paid_at, payment.payment_type as channel,
        ${toLagosDay(sql`payment.paid_at`)} as day
      from payments payment join accounts person on person.id = payment.account_id
      where person.exercise_id = ${exerciseId} and payment.status = 'paid'
    ), paid as (
      select * from all_paid where not exists (select from settlements file where file.exercise_id = ${exerciseId}
        and day::date between file.first_day and file.last_day)
    )
    select rrr, naira::float8 as naira, day, channel from paid
    where day >= (select min(day) from (select day from paid order by paid_at desc limit ${settledPayments}) as newest)
    order by paid_at desc`)
  return rows
}

/** Somebody who had paid before these days pays another RRR ten minutes later. */
async function seedDoublePayment({ database, clock, by, exerciseId }: Bursary, before: string): Promise<void> {
  const { db } = database
  const { rows } = await db.execute<{ id: string; paidAt: string }>(sql`
    select person.id, payment.paid_at + interval '10 minutes' as "paidAt"
    from payments payment join accounts person on person.id = payment.account_id
    where person.exercise_id = ${exerciseId} and payment.status = 'paid'
      and payment.paid_at < ${startOfLagosDay(before)} - interval '1 hour'
    order by payment.paid_at desc limit 1`)
  const [payer] = rows
  if (!payer) return
  const paymentId = await db.transaction(async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.id, payer.id))
    if (!account) throw new Error('The account does not exist.')
    const again = { rrr: '310009990002', paidAt: new Date(payer.paidAt), note: 'paid_again' } as const
    return addDemoPayment(tx, account, again)
  })
  const [opened] = await db
    .select()
    .from(moneyCases)
    .where(and(eq(moneyCases.kind, 'double'), eq(moneyCases.paymentId, paymentId)))
  if (!opened) throw new Error('The double payment has no case.')
  const proposal = {
    act: 'propose_refund',
    amount: toNaira(opened.amountKobo),
    note: 'The applicant paid a second RRR ten minutes after the first.',
    version: opened.version,
  } as const
  await createMoneyCaseService({ staffDatabase: database, payments, clock }).takeStep(opened.id, proposal, by)
}
