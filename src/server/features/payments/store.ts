import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { formatFullName } from '#shared/format/names.ts'
import { getTotalDue } from '#shared/policy/money.ts'
import type { PaymentState } from './status/payment-state.ts'

export interface PaymentRecord {
  id: string
  accountId: string
  feeKobo: number
  chargeKobo: number
  state: PaymentState
  leaseExpiresAt: Date | null
  /** When the RRR was requested. */
  createdAt: Date
  /** When the RRR became known; until then, when it was requested. */
  issuedAt: Date
  checkedAt: Date | null
  nextCheckAt: Date | null
  slipCode: string
}

type Row = typeof payments.$inferSelect

const toPayment = (row: Row): PaymentRecord => ({
  id: row.id,
  accountId: row.accountId,
  feeKobo: row.feeKobo,
  chargeKobo: row.chargeKobo,
  state: toState(row),
  leaseExpiresAt: row.leaseExpiresAt,
  createdAt: row.createdAt,
  issuedAt: row.issuedAt ?? row.createdAt,
  checkedAt: row.checkedAt,
  nextCheckAt: row.nextCheckAt,
  slipCode: row.slipCode,
})

function toState(row: Row): PaymentState {
  const order = { orderId: row.orderId, dueKobo: getTotalDue({ amount: row.feeKobo, charge: row.chargeKobo }) }
  const { status, rrr, paidAt, paymentType } = row
  if (status === 'requested') return { ...order, status, rrr: null }
  // Check constraints of the table: only a requested payment lacks the RRR, and every paid one has a date.
  if (rrr === null) throw new Error(`A payment that is ${status} has no RRR.`)
  const paidKobo = row.paidKobo ?? 0
  if (status !== 'paid') return { ...order, status, rrr, paidKobo }
  if (paidAt === null) throw new Error('A paid payment has no date.')
  return { ...order, status, rrr, paidKobo, paidAt, paymentType }
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

/** Locks the account until the transaction ends, so that one transaction at a time decides about an applicant's money. */
export async function lockPayer(tx: Tx, accountId: string): Promise<Payer | null> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('no key update')
  if (!account) return null
  const { id, userId, email, phone, feeKobo, chargeKobo, surname, firstName, middleName } = account
  const name = formatFullName({ surName: surname, firstName, middleName })
  return { id, userId, name, email, phone, feeKobo, chargeKobo }
}

/** Whether the applicant can submit nothing any more. */
export async function hasClosed(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute<{ closed: boolean | null }>(
    sql`select payment_deadline(${accountId}) < ${now.toISOString()}::timestamptz as closed`,
  )
  return rows[0]?.closed ?? false
}

/** Every payment of the account, newest first. */
export async function listPayments(tx: Tx, accountId: string): Promise<PaymentRecord[]> {
  const rows = await tx
    .select()
    .from(payments)
    .where(eq(payments.accountId, accountId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
  return rows.map(toPayment)
}

export async function findPayment(tx: Tx, id: string): Promise<PaymentRecord | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id))
  return row ? toPayment(row) : null
}

export async function findOwnPayment(tx: Tx, accountId: string, rrr: string): Promise<PaymentRecord | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.rrr, rrr)))
  return row ? toPayment(row) : null
}

const isSecond = sql`exists (select from ${paymentEvents}
  where ${paymentEvents.paymentId} = ${payments.id} and ${paymentEvents.kind} = 'paid_again')`

/** The one that made the account paid, of which it has the receipt. One of an earlier day may be confirmed later, and go back. */
export async function findPaidPayment(tx: Tx, accountId: string): Promise<PaymentRecord | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.status, 'paid')))
    .orderBy(isSecond, payments.paidAt, payments.createdAt)
    .limit(1)
  return row ? toPayment(row) : null
}

export async function findPaymentsByRrr(tx: Tx, rrrs: string[]): Promise<PaymentRecord[]> {
  const rows = await tx.select().from(payments).where(inArray(payments.rrr, rrrs))
  return rows.map(toPayment)
}

type NewPayment = Pick<Row, 'accountId' | 'orderId' | 'feeKobo' | 'chargeKobo' | 'createdAt'> & { leaseExpiresAt: Date }

/** Adds the row before its RRR is requested; a unique index refuses a second requested row of the account. */
export async function addPayment(tx: Tx, payment: NewPayment): Promise<PaymentRecord> {
  const [row] = await tx
    .insert(payments)
    .values({ ...payment, status: 'requested' })
    .returning()
  if (!row) throw new Error('The payment was not added.')
  return toPayment(row)
}

/** @throws Error when the RRR is no longer requested, which the account's lock rules out */
export async function takeOverLease(tx: Tx, id: string, leaseExpiresAt: Date): Promise<PaymentRecord> {
  const [row] = await tx
    .update(payments)
    .set({ leaseExpiresAt })
    .where(and(eq(payments.id, id), eq(payments.status, 'requested')))
    .returning()
  if (!row) throw new Error('A payment is no longer requested.')
  return toPayment(row)
}

type Lease = Pick<PaymentRecord, 'id' | 'leaseExpiresAt'>

const holdsLease = ({ id, leaseExpiresAt }: Lease) =>
  and(
    eq(payments.id, id),
    eq(payments.status, 'requested'),
    sql`${payments.leaseExpiresAt} = ${leaseExpiresAt?.toISOString() ?? null}::timestamptz`,
  )

/** @returns false when another server has taken the lease over, or the RRR is known */
export async function renewLease(tx: Tx, lease: Lease, leaseExpiresAt: Date): Promise<boolean> {
  const renewed = await tx
    .update(payments)
    .set({ leaseExpiresAt })
    .where(holdsLease(lease))
    .returning({ id: payments.id })
  return renewed.length > 0
}

/** Ends the lease at once, so that the next request need not wait for it to expire. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await tx.update(payments).set({ leaseExpiresAt: null }).where(holdsLease(lease))
}

/**
 * Replaces the state that the new one was decided from.
 * @throws Error when the payment is in another state by now, which the account's lock rules out
 */
export async function saveState(tx: Tx, before: PaymentRecord, state: PaymentState, now: Date): Promise<PaymentRecord> {
  const isPaid = state.status === 'paid'
  const isNew = before.state.status === 'requested'
  const [row] = await tx
    .update(payments)
    .set({
      status: state.status,
      rrr: state.rrr,
      leaseExpiresAt: null,
      ...(isNew && { issuedAt: now }),
      ...(state.status !== 'requested' && { paidKobo: state.paidKobo }),
      ...(isPaid && { paidAt: state.paidAt, paymentType: state.paymentType, nextCheckAt: null }),
    })
    .where(and(eq(payments.id, before.id), eq(payments.status, before.state.status)))
    .returning()
  if (!row) throw new Error(`A payment is no longer ${before.state.status}.`)
  return toPayment(row)
}

/** Counts a status request to the provider; `answeredAt` is null when its answer says nothing about the payment. */
export async function recordCheck(tx: Tx, id: string, answeredAt: Date | null): Promise<void> {
  await tx
    .update(payments)
    .set({ checks: sql`${payments.checks} + 1`, ...(answeredAt && { checkedAt: answeredAt }) })
    .where(eq(payments.id, id))
}

/** Changes nothing once the payment is paid. */
export async function setNextCheck(tx: Tx, id: string, nextCheckAt: Date | null): Promise<void> {
  await tx
    .update(payments)
    .set({ nextCheckAt })
    .where(and(eq(payments.id, id), ne(payments.status, 'paid')))
}

export interface EventRecord {
  payment: Pick<PaymentRecord, 'id' | 'state'>
  kind: string
  /** Codes and amounts; no personal data. */
  detail?: Record<string, unknown>
  at: Date
}

export async function recordEvent(tx: Tx, { payment, kind, detail = {}, at }: EventRecord): Promise<void> {
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
