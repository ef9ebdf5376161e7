import type { PaymentsDependencies } from '../dependencies.ts'
import { isDefinite, type RecordingGateway } from '../recording-gateway.ts'
import { applyEvent } from '../status/apply-event.ts'
import { isLeased } from '../status/payment-state.ts'
import { findPayment } from '../store.ts'
import { schedulePolling } from './schedule-polling.ts'

/** Asks the provider about one payment, on schedule or after a notification, and schedules the next check. */
export async function checkPayment(
  { database: { db }, clock }: PaymentsDependencies,
  gateway: RecordingGateway,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(db, paymentId)
  if (!payment) return
  if (isLeased(payment, clock())) {
    await schedulePolling(db, payment, clock(), false)
    return
  }

  // A paid RRR is checked too, because it can be paid twice.
  const answer = await gateway.getStatus(payment)
  await db.transaction(async (tx) => {
    const context = { now: clock(), actor: 'system' } as const
    const after = await applyEvent(tx, payment, { kind: 'answered', answer }, context)
    if (after.state.status === 'paid') return
    const isScheduled = await schedulePolling(tx, after, context.now, isDefinite(answer))
    if (!isScheduled) await applyEvent(tx, after, { kind: 'polling_ended' }, context)
  })
}
