// Carries out what a happening makes of a payment: the state, the record, and what must follow the commit.
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { addEvent, lockedPayer, type Payment, paymentsOf, saveState } from '../store.ts'
import { type Happening, type Note, type Paid, type PaymentState, transition } from './payment-state.ts'

export interface Settling {
  now: Date
  actor: 'applicant' | 'system'
}

/**
 * The payment after what happened to it, decided on its state at this moment under the account's lock.
 * Safe to repeat: the second time changes nothing.
 */
export async function settle(
  tx: Tx,
  { id, accountId }: Pick<Payment, 'id' | 'accountId'>,
  happening: Happening,
  settling: Settling,
): Promise<Payment> {
  await lockedPayer(tx, accountId)
  const all = await paymentsOf(tx, accountId)
  const payment = all.find((one) => one.id === id)
  if (!payment) throw new Error('The payment is gone.')

  const accountIsPaid = all.some(({ state }) => state.status === 'paid')
  const { state, notes } = transition(payment.state, happening, { now: settling.now, accountIsPaid })
  // An applicant has one open RRR, and none once the fee is paid.
  if (isNewlyOpen(payment.state, state) || state.status === 'paid')
    for (const other of all) if (other.id !== id) await replace(tx, other, accountIsPaid, settling)

  return keep(tx, payment, state, notes, settling)
}

const isNewlyOpen = (before: PaymentState, after: PaymentState) => before.status !== 'open' && after.status === 'open'

async function replace(tx: Tx, other: Payment, accountIsPaid: boolean, settling: Settling): Promise<void> {
  const { state, notes } = transition(other.state, { kind: 'replaced' }, { now: settling.now, accountIsPaid })
  await keep(tx, other, state, notes, settling)
}

async function keep(tx: Tx, before: Payment, state: PaymentState, notes: Note[], settling: Settling): Promise<Payment> {
  const after = state === before.state ? before : await saveState(tx, before, state, settling.now)
  for (const note of notes) await tell(tx, after, note, settling)
  return after
}

async function tell(tx: Tx, payment: Payment, note: Note, { now, actor }: Settling): Promise<void> {
  const { id, accountId, state } = payment
  const detail = { dueKobo: state.dueKobo, ...(state.rrr && { paidKobo: state.paidKobo }) }
  await addEvent(tx, { payment, kind: note, detail, at: now })
  await record(tx, {
    actor,
    action: `payment_${note}`,
    accountId,
    detail: { paymentId: id, rrr: state.rrr, ...detail },
  })
  if (note === 'paid' && state.status === 'paid') await sendReceipt(tx, payment, state)
}

/** Once for an account: only its first payment is noted as `paid`. */
async function sendReceipt(tx: Tx, { accountId }: Payment, { rrr, paidKobo, paidAt }: Paid) {
  const data = { rrr, amountKobo: paidKobo, paidAt: paidAt.toISOString() }
  await enqueue(tx, 'send_letter', { letter: 'paymentReceived', accountId, data }, { key: `receipt:${accountId}` })
}
