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

/**
 * Gives these accounts the new amounts, each with its audit event.
 * @param tx a transaction: the accounts stay locked until its end
 * @returns how many
 */
export async function applyAmounts(
  tx: Tx,
  exercise: ExerciseRow,
  amounts: Amounts,
  { staffId, limit = accountsPerStatement }: { staffId: string; limit?: number },
): Promise<number> {
  const [fee, charge] = [hasFee(exercise, amounts), hasCharge(exercise, amounts)]
  // Who is requesting an RRR holds the lock until it is stored, which a statement that begins afterwards sees.
  const lockNext = async (after: string) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select account.id from accounts account
      where account.exercise_id = ${exercise.id} and account.id > ${after}::uuid and (${fee} or ${charge}) and ${isWithoutRrr}
      order by account.id limit ${limit} for no key update`)
    return rows.map(({ id }) => id)
  }
  let total = 0
  for (let ids = await lockNext(firstId); ids.length > 0; ids = await lockNext(ids.at(-1) ?? firstId)) {
    const { rows } = await tx.execute<{ count: number }>(sql`
      with changed as (
        update accounts account set
          fee_kobo = case when ${fee} then ${amounts.feeKobo ?? 0}::bigint else account.fee_kobo end,
          charge_kobo = case when ${charge} then ${amounts.chargeKobo ?? 0}::bigint else account.charge_kobo end
        where account.id = any(${sql.param(ids)}::uuid[]) and ${isWithoutRrr} returning account.id
      ), audited as (
        ${insertChange} id, ${staffId}::uuid, ${exercise.id}::int from changed
      )
      select count(*)::int as count from changed`)
    total += rows[0]?.count ?? 0
  }
  return total
}
