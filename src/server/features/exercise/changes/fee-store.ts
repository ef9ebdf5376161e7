// The fee and charge of accounts that have not paid and have no RRR to pay. Accounts that were issued with amounts of their
// own keep those.
import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { insertAuditEvents } from '#server/platform/audit/audit.ts'
import type { ExerciseRow, NewExercise } from '../store.ts'

type Amounts = Partial<Pick<NewExercise, 'feeKobo' | 'chargeKobo'>>

/** The statements name the account `account`. */
const isWithoutRrr = sql`not exists (
  select from payments where payments.account_id = account.id and payments.status in ('requested', 'open', 'paid'))`

const hasFee = ({ feeKobo }: ExerciseRow, amounts: Amounts): SQL =>
  amounts.feeKobo === undefined ? sql`false` : sql`account.fee_kobo = ${feeKobo}::bigint`
const hasCharge = ({ chargeKobo }: ExerciseRow, amounts: Amounts): SQL =>
  amounts.chargeKobo === undefined ? sql`false` : sql`account.charge_kobo = ${chargeKobo}::bigint`

export interface AmountCounts {
  fee: number
  charge: number
  /** Whose fee, charge or both would change. */
  either: number
}

/** How many accounts a new fee or charge could hold for besides those that are issued later. */
export async function countAmountsWithoutRrr(tx: Tx, exercise: ExerciseRow, amounts: Amounts): Promise<AmountCounts> {
  const [fee, charge] = [hasFee(exercise, amounts), hasCharge(exercise, amounts)]
  const { rows } = await tx.execute<AmountCounts & Record<string, unknown>>(sql`
    select count(*) filter (where ${fee})::int as fee, count(*) filter (where ${charge})::int as charge,
      count(*) filter (where ${fee} or ${charge})::int as either
    from accounts account where account.exercise_id = ${exercise.id} and ${isWithoutRrr}`)
  return rows[0] ?? { fee: 0, charge: 0, either: 0 }
}

/** Of one statement, which takes a second at most. */
const accountsPerStatement = 5_000
const firstId = '00000000-0000-0000-0000-000000000000'
const insertChange = insertAuditEvents({
  actor: 'staff',
  action: 'account_fee_changed',
  columns: ['account_id', 'staff_id', 'exercise_id'],
})

/** Gives these accounts the new amounts, each with its audit event. @returns how many */
export async function applyAmounts(
  tx: Tx,
  exercise: ExerciseRow,
  amounts: Amounts,
  { staffId, limit = accountsPerStatement }: { staffId: string; limit?: number },
): Promise<number> {
  const [fee, charge] = [hasFee(exercise, amounts), hasCharge(exercise, amounts)]
  let total = 0
  for (let after: string | null = firstId; after !== null; ) {
    const { rows }: { rows: { lastId: string | null; count: number }[] } = await tx.execute<{
      lastId: string | null
      count: number
    }>(sql`
      with part as materialized (
        select account.id from accounts account
        where account.exercise_id = ${exercise.id} and account.id > ${after}::uuid and (${fee} or ${charge}) and ${isWithoutRrr}
        order by account.id limit ${limit}
      ), changed as (
        update accounts account set
          fee_kobo = case when ${fee} then ${amounts.feeKobo ?? 0}::bigint else account.fee_kobo end,
          charge_kobo = case when ${charge} then ${amounts.chargeKobo ?? 0}::bigint else account.charge_kobo end
        from part where account.id = part.id returning account.id
      ), audited as (
        ${insertChange} id, ${staffId}::uuid, ${exercise.id}::int from changed
      )
      select (select id from part order by id desc limit 1) as "lastId", (select count(*)::int from changed) as count`)
    total += rows[0]?.count ?? 0
    after = rows[0]?.lastId ?? null
  }
  return total
}
