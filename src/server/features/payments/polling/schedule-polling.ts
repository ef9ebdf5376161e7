import type { Tx } from '#server/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { type PaymentRecord, setNextCheck } from '../store.ts'
import { minCheckIntervalMs, planNextCheck } from './check-schedule.ts'

/**
 * Schedules the next check in place of the one that was scheduled before.
 * @returns false when polling has ended
 */
export async function schedulePolling(
  tx: Tx,
  payment: PaymentRecord,
  now: Date,
  isAnswered: boolean,
): Promise<boolean> {
  const runAt = planNextCheck({ issuedAt: payment.issuedAt, now, isAnswered })
  await setNextCheck(tx, payment.id, runAt)
  if (runAt) await enqueue(tx, 'check_payment', { paymentId: payment.id }, { key: `check:${payment.id}`, runAt })
  return runAt !== null
}

/**
 * Checks the payment at once, or a few seconds after its last check. Notifications that arrive before then share one job.
 * The key differs from the scheduled check's: a check that is running would otherwise replace this job by its next one.
 */
export async function scheduleImmediateCheck(tx: Tx, { id, checkedAt }: PaymentRecord, now: Date): Promise<void> {
  const earliest = new Date((checkedAt?.getTime() ?? 0) + minCheckIntervalMs)
  const when = { key: `hint:${id}`, ...(earliest > now && { runAt: earliest }) }
  await enqueue(tx, 'check_payment', { paymentId: id }, when)
}

const paceMs = 500

/** Of many checks at once: those that applicants wait for go between. @param place of this one among them, from 0 */
export async function schedulePacedCheck(tx: Tx, paymentId: string, now: Date, place: number): Promise<void> {
  const runAt = new Date(now.getTime() + place * paceMs)
  await enqueue(tx, 'check_payment', { paymentId }, { key: `hint:${paymentId}`, runAt })
}
