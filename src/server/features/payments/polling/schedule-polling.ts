// The watch over an RRR: when it is asked about next stands with the payment and in the job queue.
import type { Tx } from '#server/platform/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { type Payment, setNextCheck } from '../store.ts'
import { nextCheckAt, shortestPauseMs } from './check-schedule.ts'

/** Sets the next check, in place of any that was set; false when the watch has ended. */
export async function watchOn(tx: Tx, payment: Payment, now: Date, isAnswered: boolean): Promise<boolean> {
  const runAt = nextCheckAt({ issuedAt: payment.issuedAt, now, isAnswered })
  await setNextCheck(tx, payment.id, runAt)
  if (runAt) await enqueue(tx, 'check_payment', { paymentId: payment.id }, { key: `check:${payment.id}`, runAt })
  return runAt !== null
}

/**
 * Has the provider asked at once, or a few seconds after the last time. Hints that come before the check are one.
 * Their key is not that of the watch, or a check under way would put the next one in place of the hint.
 */
export async function checkSoon(tx: Tx, { id, checkedAt }: Payment, now: Date): Promise<void> {
  const earliest = new Date((checkedAt?.getTime() ?? 0) + shortestPauseMs)
  await enqueue(
    tx,
    'check_payment',
    { paymentId: id },
    { key: `hint:${id}`, ...(earliest > now && { runAt: earliest }) },
  )
}
