import { and, eq, sql, TransactionRollbackError } from 'drizzle-orm'
import type { Database, Tx } from '#server/database/connection.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { imports } from '#server/database/schema/imports.ts'
import { closedDays, reconciliation, settlementLines, settlements } from '#server/database/schema/settlements.ts'
import { staff } from '#server/database/schema/staff.ts'
import { endedCaseStates } from '#shared/staff/money-cases.ts'
import type { SettlementVerdict } from '#shared/staff/settlements.ts'
import type { SettlementLine } from './read-lines.ts'

/** One file at a time, because each is compared with those before it. */
export async function lockSettlements(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settlements'))`)
}

type NewSettlement = Pick<
  typeof settlements.$inferInsert,
  'importId' | 'exerciseId' | 'firstDay' | 'lastDay' | 'importedAt'
>

export async function addSettlement(tx: Tx, row: NewSettlement): Promise<string> {
  const [added] = await tx.insert(settlements).values(row).returning({ id: settlements.id })
  if (!added) throw new Error('The settlement was not stored.')
  return added.id
}

export async function finishImport(tx: Tx, id: string, row: Partial<typeof imports.$inferInsert>): Promise<void> {
  await tx.update(imports).set(row).where(eq(imports.id, id))
}

/** The RRRs of payments by their order numbers; null while Remita has given none. */
export async function findRrrsOfOrders(tx: Tx, orders: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await tx.execute<{ order: string; rrr: string | null }>(sql`
    select order_id as "order", rrr from payments
    where order_id in (select jsonb_array_elements_text(${JSON.stringify(orders)}::jsonb))`)
  return new Map(rows.map(({ order, rrr }) => [order, rrr]))
}

export interface AddedLines {
  /** That no earlier file has. */
  newLines: number
  /** Whose RRR this portal never had. */
  unknownRrrs: number
}

/** Each line with what it repeats. */
export async function addLines(
  tx: Tx,
  { settlementId, exerciseId }: { settlementId: string; exerciseId: number },
  lines: readonly Omit<SettlementLine, 'order'>[],
): Promise<AddedLines> {
  const { rows } = await tx.execute<{ [column: string]: unknown } & AddedLines>(sql`
    select new_lines as "newLines", unknown_rrrs as "unknownRrrs"
    from add_settlement_lines(${settlementId}::uuid, ${exerciseId}, ${JSON.stringify(lines)}::jsonb)`)
  const [counted] = rows
  if (!counted) throw new Error('The lines were not added.')
  return counted
}

/** For confirmations of payments that began before the settlement was stored; they cannot have seen it. */
export async function waitForConfirmations(db: Pick<Database['db'], 'transaction'>): Promise<void> {
  await db.transaction((tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('missing there'))`))
}

/** How many of its days no other settlement of its exercise covers. */
export async function countNewDays(tx: Tx, settlementId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${settlements} own
    cross join generate_series(own.first_day::timestamp, own.last_day, '1 day') as day
    where own.id = ${settlementId}::uuid and not exists (
      select from ${settlements} other where other.exercise_id = own.exercise_id and other.id <> own.id
        and day between other.first_day and other.last_day)`)
  return rows[0]?.count ?? 0
}

export async function openCasesMissingThere(tx: Tx, settlementId: string): Promise<void> {
  await tx.execute(sql`select open_cases_missing_there(${settlementId}::uuid)`)
}

interface VerdictSum {
  [column: string]: unknown
  verdict: SettlementVerdict
  count: number
  kobo: number
}

/** Of the lines of a settlement, and of the payments of its days that no settlement has. */
export async function sumVerdicts(tx: Tx, settlementId: string): Promise<VerdictSum[]> {
  const ofFile = (column: string) =>
    sql`(select ${sql.identifier(column)} from ${settlements} where id = ${settlementId}::uuid)`
  const { rows } = await tx.execute<VerdictSum>(sql`
    select verdict, count(*)::int as count, coalesce(sum(amount_kobo), 0)::float8 as kobo
    from ${reconciliation} where settlement_id = ${settlementId}::uuid group by 1
    union all
    select 'missing_there', count(*)::int, coalesce(sum(here_kobo), 0)::float8
    -- Single values: a join would compare the payments of every exercise.
    from ${reconciliation} where exercise_id = ${ofFile('exercise_id')} and verdict = 'missing_there'
      and day between ${ofFile('first_day')} and ${ofFile('last_day')}`)
  return rows
}

export async function findSettlement(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      id: settlements.id,
      exerciseId: settlements.exerciseId,
      year: exercises.year,
      firstDay: settlements.firstDay,
      lastDay: settlements.lastDay,
      importedAt: settlements.importedAt,
      importedBy: staff.name,
      lines: imports.lines,
      options: imports.options,
    })
    .from(settlements)
    .innerJoin(exercises, eq(exercises.id, settlements.exerciseId))
    .innerJoin(imports, eq(imports.id, settlements.importId))
    .innerJoin(staff, eq(staff.id, imports.madeBy))
    .where(eq(settlements.id, id))
  return found ?? null
}

export interface DayRow {
  [column: string]: unknown
  day: string
  verdict: SettlementVerdict
  count: number
  kobo: number
  settledKobo: number
  hereKobo: number
  open: number
}

const endedStates = sql.param(`{${endedCaseStates.join()}}`)

/** The newest first. @param day only this one */
export async function sumReconciledDays(tx: Tx, exerciseId: number, day: string | null): Promise<DayRow[]> {
  const { rows } = await tx.execute<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, verdict, count(*)::int as count,
      coalesce(sum(coalesce(amount_kobo, here_kobo)), 0)::float8 as kobo,
      coalesce(sum(amount_kobo) filter (where verdict <> 'imported_before'), 0)::float8 as "settledKobo",
      coalesce(sum(here_kobo), 0)::float8 as "hereKobo",
      -- A repeated line without a case is part of what Remita itself states for the RRR.
      (count(*) filter (where verdict in ('differs', 'repeated', 'missing_here', 'missing_there')
        and not coalesce(case_state = any(${endedStates}::text[]), verdict = 'repeated')))::int as open
    from ${reconciliation}
    where exercise_id = ${exerciseId} and (${day}::date is null or day = ${day}::date)
    group by day, verdict order by reconciliation.day desc`)
  return rows
}

export type Closing = Awaited<ReturnType<typeof listClosings>>[number]

export async function listClosings(tx: Tx, exerciseId: number, day: string | null) {
  const approver = sql<string | null>`(select name from staff where id = ${closedDays.approvedBy})`
  return tx
    .select({
      day: closedDays.day,
      differences: closedDays.differences,
      paidKobo: closedDays.paidKobo,
      settledKobo: closedDays.settledKobo,
      closedById: closedDays.closedBy,
      closedBy: staff.name,
      closedAt: closedDays.closedAt,
      approvedBy: approver,
      approvedAt: closedDays.approvedAt,
    })
    .from(closedDays)
    .innerJoin(staff, eq(staff.id, closedDays.closedBy))
    .where(and(eq(closedDays.exerciseId, exerciseId), day === null ? undefined : eq(closedDays.day, day)))
}

/** One person at a time decides about the days of an exercise. */
export async function lockDays(tx: Tx, exerciseId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('closed days'), ${exerciseId})`)
}

/** In place of an earlier closing, whose approval goes with it. */
export async function saveClosing(tx: Tx, row: typeof closedDays.$inferInsert): Promise<void> {
  const { exerciseId: _exercise, day: _day, ...set } = row
  await tx
    .insert(closedDays)
    .values(row)
    .onConflictDoUpdate({
      target: [closedDays.exerciseId, closedDays.day],
      set: { ...set, approvedBy: null, approvedAt: null },
    })
}

export async function approveClosing(
  tx: Tx,
  {
    exerciseId,
    day,
    approvedBy,
    approvedAt,
  }: { exerciseId: number; day: string; approvedBy: string; approvedAt: Date },
): Promise<void> {
  await tx
    .update(closedDays)
    .set({ approvedBy, approvedAt })
    .where(and(eq(closedDays.exerciseId, exerciseId), eq(closedDays.day, day)))
}

/** So that each statement is short, however long the file is. */
const comparedAtOnce = 5_000

interface ComparedPart {
  /** Payments about which Remita is to be asked. */
  asked: string[]
  /** The last case of this part; null when it has none, which ends them. */
  last: string | null
}

/**
 * Some of the payments that a settlement has and Remita has not confirmed, so that it is asked. Waits for transactions that pay
 * one of them, which have not seen the lines; then the cases are compared anew.
 * @param after the last case of the part before
 */
export async function compareAgain(
  tx: Tx,
  settlementId: string,
  { after, limit = comparedAtOnce }: { after: string | null; limit?: number | undefined },
): Promise<ComparedPart> {
  const { rows } = await tx.execute<{ id: string; paymentId: string; rrr: string }>(sql`
    select id, payment_id as "paymentId", rrr from money_cases
    where kind = 'missing_here' and state in ('open', 'asked') and payment_id is not null
      and line_id in (select id from ${settlementLines} where settlement_id = ${settlementId}::uuid)
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`)
  const toArray = (key: 'id' | 'paymentId' | 'rrr') => `{${rows.map((row) => row[key]).join()}}`
  await tx.execute(sql`select id from payments where id = any(${toArray('paymentId')}::uuid[]) order by id for share`)
  await tx.execute(sql`select compare_settled_lines(${toArray('rrr')}::text[])`)
  const { rows: asked } = await tx.execute<{ id: string }>(sql`
    with asked as (
      update money_cases set state = 'asked', version = version + 1
      where id = any(${toArray('id')}::uuid[]) and state = 'open'
      returning id, payment_id
    ), recorded as (
      insert into money_case_events (case_id, kind) select id, 'ask' from asked
    )
    select payment_id as id from asked`)
  return { asked: asked.map(({ id }) => id), last: rows.at(-1)?.id ?? null }
}

/** Runs a transaction to its end and undoes all of it. */
export async function takeBack<T>(db: Pick<Database['db'], 'transaction'>, run: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | null = null
  try {
    await db.transaction(async (tx) => {
      result = { value: await run(tx) }
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
  if (result === null) throw new Error('The transaction did not run.')
  return (result as { value: T }).value
}
