// A payment of the demo, with the events that the server records on the way to it.
import type { Tx } from '#server/database/connection.ts'
import type { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { paymentEvents, payments } from '#server/database/schema/payments.ts'
import { getTotalDue } from '#shared/policy/money.ts'

type Payer = Pick<typeof accounts.$inferSelect, 'id' | 'userId' | 'feeKobo' | 'chargeKobo'>

interface DemoPayment {
  rrr: string
  paidAt: Date
  /** `paid_again` when the account had paid before. */
  note?: 'paid' | 'paid_again'
}

const untilPaidMs = 1_200_000

/** @returns its id */
export async function addDemoPayment(
  tx: Tx,
  { id: accountId, userId, feeKobo, chargeKobo }: Payer,
  { rrr, paidAt, note = 'paid' }: DemoPayment,
): Promise<string> {
  const dueKobo = getTotalDue({ amount: feeKobo, charge: chargeKobo })
  const requestedAt = new Date(paidAt.getTime() - untilPaidMs)
  const [payment] = await tx
    .insert(payments)
    .values({
      accountId,
      orderId: note === 'paid' ? `demo-${userId}` : `demo-${userId}-2`,
      rrr,
      feeKobo,
      chargeKobo,
      status: 'paid',
      paidKobo: dueKobo,
      paidAt,
      paymentType: 'CARDPAYMENT',
      createdAt: requestedAt,
      issuedAt: requestedAt,
    })
    .returning({ id: payments.id })
  if (!payment) throw new Error('The payment was not added.')
  const { id: paymentId } = payment
  await tx.insert(paymentEvents).values([
    { paymentId, kind: 'requested', detail: { dueKobo }, at: requestedAt },
    { paymentId, rrr, kind: 'issued', detail: { dueKobo, paidKobo: 0 }, at: requestedAt },
    { paymentId, rrr, kind: note, detail: { dueKobo, paidKobo: dueKobo }, at: paidAt },
  ])
  return paymentId
}
