import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { formatFullName } from '#shared/format/names.ts'
import { selectedPayment } from './list-store.ts'
import type { PaymentPage } from './staff-presenter.ts'

/** Whose RRR it is, and where. */
export async function findRrrOwner(tx: Tx, rrr: string) {
  const [row] = await tx
    .select({
      paymentId: payments.id,
      accountId: accounts.id,
      userId: accounts.userId,
      surName: accounts.surname,
      firstName: accounts.firstName,
      middleName: accounts.middleName,
      exerciseId: exercises.id,
      year: exercises.year,
    })
    .from(payments)
    .innerJoin(accounts, eq(accounts.id, payments.accountId))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(eq(payments.rrr, rrr))
  return row ? { ...row, name: formatFullName(row) } : null
}

export type RrrOwner = NonNullable<Awaited<ReturnType<typeof findRrrOwner>>>

const maxEvents = 300
const maxOthers = 100

export async function readPaymentPage(tx: Tx, owner: RrrOwner): Promise<PaymentPage> {
  const { paymentId, accountId } = owner
  const [payment] = await tx
    .select({ ...selectedPayment, issuedAt: payments.issuedAt, checks: payments.checks })
    .from(payments)
    .where(eq(payments.id, paymentId))
  if (!payment?.rrr) throw new Error('The payment has no RRR.')
  const events = await tx
    .select({ kind: paymentEvents.kind, detail: paymentEvents.detail, at: paymentEvents.at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(desc(paymentEvents.id))
    .limit(maxEvents)
  const others = await tx
    .select(selectedPayment)
    .from(payments)
    .where(and(eq(payments.accountId, accountId), ne(payments.id, paymentId)))
    .orderBy(desc(payments.createdAt))
    .limit(maxOthers)
  return { payment: { ...payment, rrr: payment.rrr }, owner, events: events.reverse(), others }
}

/** When the provider was last asked about it, also in vain. */
export async function findLastAsked(tx: Tx, paymentId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ at: paymentEvents.at })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.paymentId, paymentId), inArray(paymentEvents.kind, ['asked', 'answer'])))
    .orderBy(desc(paymentEvents.id))
    .limit(1)
  return row?.at ?? null
}
