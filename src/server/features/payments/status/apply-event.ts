// Carries out a payment event: saves the new state, records it, and enqueues what follows the commit.

import type { Tx } from '#server/database/connection.ts'
import { type AuditEvent, audit } from '#server/platform/audit/audit.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { hasClosed, listPayments, lockPayer, type PaymentRecord, recordEvent, saveState } from '../store.ts'
import { type PaidState, type PaymentEvent, type PaymentNote, type PaymentState, transition } from './payment-state.ts'

export interface EventContext {
  now: Date
  actor: 'applicant' | 'system' | 'staff'
  /** Who of the staff had the provider asked. */
  by?: AuditEvent['by']
}

/**
 * Applies the event to the payment's state at this moment, under the account's lock. Repeating an event changes nothing.
 * @returns the payment afterwards
 */
export async function applyEvent(
  tx: Tx,
  { id, accountId }: Pick<PaymentRecord, 'id' | 'accountId'>,
  event: PaymentEvent,
  context: EventContext,
): Promise<PaymentRecord> {
  await lockPayer(tx, accountId)
  const payments = await listPayments(tx, accountId)
  const payment = payments.find((one) => one.id === id)
  if (!payment) throw new Error('The payment does not exist.')

  const accountIsPaid = payments.some(({ state }) => state.status === 'paid')
  const { state, notes } = transition(payment.state, event, { now: context.now, accountIsPaid })
  // An account has at most one open RRR, and none once the fee is paid.
  if (state.status === 'open' || state.status === 'paid')
    for (const other of payments) if (other.id !== id) await replace(tx, other, accountIsPaid, context)

  return saveTransition(tx, payment, state, notes, context)
}

async function replace(tx: Tx, other: PaymentRecord, accountIsPaid: boolean, context: EventContext): Promise<void> {
  const { state, notes } = transition(other.state, { kind: 'replaced' }, { now: context.now, accountIsPaid })
  await saveTransition(tx, other, state, notes, context)
}

async function saveTransition(
  tx: Tx,
  before: PaymentRecord,
  state: PaymentState,
  notes: PaymentNote[],
  context: EventContext,
): Promise<PaymentRecord> {
  const after = state === before.state ? before : await saveState(tx, before, state, context.now)
  for (const note of notes) await recordNote(tx, after, note, context)
  return after
}

async function recordNote(
  tx: Tx,
  payment: PaymentRecord,
  note: PaymentNote,
  { now, actor, by }: EventContext,
): Promise<void> {
  const { id, accountId, state } = payment
  const detail = { dueKobo: state.dueKobo, ...(state.rrr && { paidKobo: state.paidKobo }) }
  await recordEvent(tx, { payment, kind: note, detail, at: now })
  await audit(tx, {
    actor,
    by,
    action: `payment_${note}`,
    accountId,
    detail: { paymentId: id, rrr: state.rrr, ...detail },
  })
  if (note === 'paid' && state.status === 'paid') await enqueueReceipt(tx, payment, state, now)
}

/** Sent once per account, since only its first payment is noted as `paid`. */
async function enqueueReceipt(tx: Tx, { accountId }: PaymentRecord, { rrr, paidKobo, paidAt }: PaidState, now: Date) {
  const isClosed = await hasClosed(tx, accountId, now)
  const data = { rrr, amountKobo: paidKobo, paidAt: paidAt.toISOString(), isClosed }
  await enqueue(tx, 'send_email', { email: 'paymentReceived', accountId, data }, { key: `receipt:${accountId}` })
}
