import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { accounts, paymentEvents, payments } from '#server/platform/database/schema/schema.ts'
import { fullName } from '#shared/format/names.ts'
import { totalDue } from '#shared/policy/money.ts'
import type { PaymentState } from './status/payment-state.ts'

export interface Payment {
  id: string
  accountId: string
  feeKobo: number
  chargeKobo: number
  state: PaymentState
  askingUntil: Date | null
  /** When it was asked for. */
  createdAt: Date
  /** When the RRR became known; as long as it is not, when it was asked for. */
  issuedAt: Date
  checkedAt: Date | null
  nextCheckAt: Date | null
  slipCode: string
}

type Row = typeof payments.$inferSelect

const paymentOf = (row: Row): Payment => ({
  id: row.id,
  accountId: row.accountId,
  feeKobo: row.feeKobo,
  chargeKobo: row.chargeKobo,
  state: stateOf(row),
  askingUntil: row.askingUntil,
  createdAt: row.createdAt,
  issuedAt: row.issuedAt ?? row.createdAt,
  checkedAt: row.checkedAt,
  nextCheckAt: row.nextCheckAt,
  slipCode: row.slipCode,
})

function stateOf(row: Row): PaymentState {
  const asked = { orderId: row.orderId, dueKobo: totalDue({ amount: row.feeKobo, charge: row.chargeKobo }) }
  const { status, rrr, paidAt, paymentType } = row
  if (status === 'requested') return { ...asked, status, rrr: null }
  // The table's checks hold: only a requested payment lacks the RRR, only a paid one has the moment.
  if (rrr === null) throw new Error('A payment that is known has no RRR.')
  const paidKobo = row.paidKobo ?? 0
  if (status !== 'paid') return { ...asked, status, rrr, paidKobo }
  if (paidAt === null) throw new Error('A paid payment has no date.')
  return { ...asked, status, rrr, paidKobo, paidAt, paymentType }
}

export interface Payer {
  id: string
  userId: string
  name: string
  email: string
  phone: string
  feeKobo: number
  chargeKobo: number
}

/** The account, locked until the transaction ends: one transaction at a time decides about an applicant's money. */
export async function lockedPayer(tx: Tx, accountId: string): Promise<Payer | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  if (!account) return null
  const { id, userId, email, phone, feeKobo, chargeKobo, surname, firstName, middleName } = account
  const name = fullName({ surName: surname, firstName, middleName })
  return { id, userId, name, email, phone, feeKobo, chargeKobo }
}

/** All that were ever asked for, newest first. */
export async function paymentsOf(tx: Tx, accountId: string): Promise<Payment[]> {
  const rows = await tx
    .select()
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
  return rows.map(paymentOf)
}

export async function paymentById(tx: Tx, id: string): Promise<Payment | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id))
  return row ? paymentOf(row) : null
}

/** The payment of an RRR that was issued to this account. */
export async function ownPayment(tx: Tx, accountId: string, rrr: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.rrr, rrr)))
  return row ? paymentOf(row) : null
}

/** The first that was paid, or null. */
export async function paidPayment(tx: Tx, accountId: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.status, 'paid')))
    .orderBy(payments.paidAt, payments.createdAt)
    .limit(1)
  return row ? paymentOf(row) : null
}

export async function paymentsByRrr(tx: Tx, rrrs: string[]): Promise<Payment[]> {
  const rows = await tx.select().from(payments).where(inArray(payments.rrr, rrrs))
  return rows.map(paymentOf)
}

type NewPayment = Pick<Row, 'accountId' | 'orderId' | 'feeKobo' | 'chargeKobo' | 'createdAt'> & { askingUntil: Date }

/** Adds the row of an RRR that is about to be asked for; the unique index refuses a second one of the account. */
export async function addRequested(tx: Tx, asked: NewPayment): Promise<Payment> {
  const [row] = await tx
    .insert(payments)
    .values({ ...asked, status: 'requested' })
    .returning()
  if (!row) throw new Error('The payment was not added.')
  return paymentOf(row)
}

/** Takes up a request that was not answered. */
export async function resumeRequested(tx: Tx, id: string, askingUntil: Date): Promise<Payment> {
  const [row] = await tx
    .update(payments)
    .set({ askingUntil })
    .where(and(eq(payments.id, id), eq(payments.status, 'requested')))
    .returning()
  if (!row) throw new Error('A payment is no longer requested.')
  return paymentOf(row)
}

type AskedFor = Pick<Payment, 'id' | 'askingUntil'>

/** Says that it is still being asked for; false when somebody else is asking by now, or it is answered. */
export async function renewAsking(tx: Tx, { id, askingUntil }: AskedFor, until: Date): Promise<boolean> {
  const renewed = await tx
    .update(payments)
    .set({ askingUntil: until })
    .where(and(eq(payments.id, id), eq(payments.status, 'requested'), sql`asking_until = ${askingUntil}`))
    .returning({ id: payments.id })
  return renewed.length > 0
}

/** Says that nobody is asking any more, so that the next press may. */
export async function giveUpAsking(tx: Tx, { id, askingUntil }: AskedFor): Promise<void> {
  await tx
    .update(payments)
    .set({ askingUntil: null })
    .where(and(eq(payments.id, id), eq(payments.status, 'requested'), sql`asking_until = ${askingUntil}`))
}

/**
 * Writes the new state over the one it was decided from.
 * @throws Error when the payment is in another state meanwhile, which the account's lock rules out
 */
export async function saveState(tx: Tx, before: Payment, state: PaymentState, now: Date): Promise<Payment> {
  const isPaid = state.status === 'paid'
  const isNew = before.state.status === 'requested' && state.status !== 'requested'
  const [row] = await tx
    .update(payments)
    .set({
      status: state.status,
      rrr: state.rrr,
      askingUntil: null,
      ...(isNew && { issuedAt: now }),
      ...(state.status !== 'requested' && { paidKobo: state.paidKobo }),
      ...(isPaid && { paidAt: state.paidAt, paymentType: state.paymentType, nextCheckAt: null }),
    })
    .where(and(eq(payments.id, before.id), eq(payments.status, before.state.status)))
    .returning()
  if (!row) throw new Error(`A payment is no longer ${before.state.status}.`)
  return paymentOf(row)
}

/** Counts a question to the provider; `answeredAt` is null when it had no answer that means anything. */
export async function noteCheck(tx: Tx, id: string, answeredAt: Date | null): Promise<void> {
  await tx
    .update(payments)
    .set({ checks: sql`${payments.checks} + 1`, ...(answeredAt && { checkedAt: answeredAt }) })
    .where(eq(payments.id, id))
}

/** The moment stays empty once the payment is paid. */
export async function setNextCheck(tx: Tx, id: string, nextCheckAt: Date | null): Promise<void> {
  await tx
    .update(payments)
    .set({ nextCheckAt })
    .where(and(eq(payments.id, id), ne(payments.status, 'paid')))
}

export interface PaymentEvent {
  payment: Pick<Payment, 'id' | 'state'>
  kind: string
  /** Codes and amounts; never a name, an address or a number of a person. */
  detail?: Record<string, unknown>
  at: Date
}

export async function addEvent(tx: Tx, { payment, kind, detail = {}, at }: PaymentEvent): Promise<void> {
  await tx.insert(paymentEvents).values({ paymentId: payment.id, rrr: payment.state.rrr, kind, detail, at })
}

/** How many events of a kind a payment has since a moment. */
export async function countEvents(tx: Tx, paymentId: string, kind: string, since: Date): Promise<number> {
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), eq(paymentEvents.kind, kind), gt(paymentEvents.at, since)))
  return row?.count ?? 0
}
