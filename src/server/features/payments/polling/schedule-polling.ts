import type { Tx } from '#server/database/connection.ts'
import { enqueue, enqueueMany } from '#server/platform/queue/queue.ts'
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

/** Checks many payments, after those that applicants wait for; in one statement, because the caller holds locks. */
export async function scheduleLaterChecks(tx: Tx, paymentIds: readonly string[]): Promise<void> {
  const jobs = paymentIds.map((paymentId) => ({ payload: { paymentId }, key: `settled:${paymentId}` }))
  await enqueueMany(tx, 'check_payment', jobs, { priority: 1 })
}
