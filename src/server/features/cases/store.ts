// Money cases as their page shows them, and the steps that persons take. Triggers open and settle them
// (functions/money-cases.sql).
import { and, asc, desc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { moneyCaseEvents, moneyCases } from '#server/database/schema/money-cases.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { settlementLines, settlements } from '#server/database/schema/settlements.ts'
import { staff } from '#server/database/schema/staff.ts'
import type { MoneyCaseStep, RemitaAnswer } from '#shared/staff/money-cases.ts'
import { moneyCaseTransitions } from '#shared/staff/money-cases.ts'

const proposer = alias(staff, 'proposer')
const approver = alias(staff, 'approver')

export type MoneyCaseRow = typeof moneyCases.$inferSelect

/** A case with where it is, whose it is, and who decided about it. */
export async function findMoneyCase(tx: Tx, id: string) {
  const [found] = await tx
    .select({
      row: moneyCases,
      year: exercises.year,
      userId: accounts.userId,
      proposer: proposer.name,
      approver: approver.name,
      refundableKobo: sql<number>`refundable_kobo(${moneyCases.rrr}, ${moneyCases.id})::float8`,
    })
    .from(moneyCases)
    .innerJoin(exercises, eq(exercises.id, moneyCases.exerciseId))
    .leftJoin(accounts, eq(accounts.id, moneyCases.accountId))
    .leftJoin(proposer, eq(proposer.id, moneyCases.proposedBy))
    .leftJoin(approver, eq(approver.id, moneyCases.approvedBy))
    .where(eq(moneyCases.id, id))
  return found ?? null
}
export type FoundMoneyCase = NonNullable<Awaited<ReturnType<typeof findMoneyCase>>>

/** The payment of the RRR, which may have become known since the case was opened. */
export async function findPaymentOfCase(tx: Tx, { paymentId, rrr }: MoneyCaseRow) {
  const [row] = await tx
    .select()
    .from(payments)
    .where(paymentId === null ? eq(payments.rrr, rrr) : eq(payments.id, paymentId))
  return row ?? null
}

/** What Remita said when it was asked last; not the requests for an RRR. */
export async function findLastAnswer(tx: Tx, paymentId: string) {
  const [row] = await tx
    .select({
      at: paymentEvents.at,
      kind: sql<RemitaAnswer>`${paymentEvents.detail} ->> 'kind'`,
      amountKobo: sql<number | null>`(${paymentEvents.detail} ->> 'amountKobo')::float8`,
    })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        eq(paymentEvents.kind, 'answer'),
        sql`${paymentEvents.detail} ->> 'call' in ('status', 'order status')`,
      ),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(1)
  return row ?? null
}

export async function findLineOfCase(tx: Tx, lineId: number) {
  const [row] = await tx
    .select({ line: settlementLines, importedAt: settlements.importedAt })
    .from(settlementLines)
    .innerJoin(settlements, eq(settlements.id, settlementLines.settlementId))
    .where(eq(settlementLines.id, lineId))
  return row ?? null
}

const maxEvents = 200
const maxOthers = 50

/** The newest ones, oldest first. */
export async function listMoneyCaseEvents(tx: Tx, caseId: string) {
  const rows = await tx
    .select({ event: moneyCaseEvents, person: staff.name })
    .from(moneyCaseEvents)
    .leftJoin(staff, eq(staff.id, moneyCaseEvents.staffId))
    .where(eq(moneyCaseEvents.caseId, caseId))
    .orderBy(desc(moneyCaseEvents.id))
    .limit(maxEvents)
  return rows.reverse()
}

/** Of the same RRR or account, newest first. */
export const listOtherCases = (tx: Tx, { id, exerciseId, rrr, accountId }: MoneyCaseRow) =>
  tx
    .select({
      id: moneyCases.id,
      kind: moneyCases.kind,
      rrr: moneyCases.rrr,
      state: moneyCases.state,
      amountKobo: moneyCases.amountKobo,
    })
    .from(moneyCases)
    .where(
      and(
        ne(moneyCases.id, id),
        eq(moneyCases.exerciseId, exerciseId),
        accountId === null ? eq(moneyCases.rrr, rrr) : or(eq(moneyCases.rrr, rrr), eq(moneyCases.accountId, accountId)),
      ),
    )
    .orderBy(desc(moneyCases.openedAt), asc(moneyCases.id))
    .limit(maxOthers)

export type CaseColumns = Partial<
  Pick<
    MoneyCaseRow,
    | 'endedAt'
    | 'proposedBy'
    | 'proposedAt'
    | 'refundKobo'
    | 'approvedBy'
    | 'approvedAt'
    | 'refundedOn'
    | 'refundReference'
  >
>

interface CaseStep {
  step: MoneyCaseStep
  /** As the person saw it. */
  version: number
  columns: CaseColumns
}

/** @returns false when the case has changed since, or is in a state without this step */
export async function takeCaseStep(tx: Tx, id: string, { step, version, columns }: CaseStep): Promise<boolean> {
  const { from, to } = moneyCaseTransitions[step]
  const taken = await tx
    .update(moneyCases)
    .set({ ...columns, state: to, version: sql`${moneyCases.version} + 1` })
    .where(and(eq(moneyCases.id, id), eq(moneyCases.version, version), inArray(moneyCases.state, [...from])))
    .returning({ id: moneyCases.id })
  return taken.length > 0
}

export async function addCaseEvent(tx: Tx, event: typeof moneyCaseEvents.$inferInsert): Promise<void> {
  await tx.insert(moneyCaseEvents).values(event)
}
