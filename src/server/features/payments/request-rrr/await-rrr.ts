import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/app-error.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { isLeased } from '../status/payment-state.ts'
import { findPayment, type PaymentRecord } from '../store.ts'

const timeoutMs = 25_000
const pollMs = { min: 50, max: 500 }

/**
 * Waits for the RRR that another request, perhaps on another server, is obtaining.
 * @returns null when its lease has expired
 * @throws AppError `payment_provider_unavailable` when that request got no RRR, or none in time
 */
export async function awaitRrr(
  { database: { db }, clock }: PaymentsDependencies,
  paymentId: string,
): Promise<PaymentRecord | null> {
  const deadline = Date.now() + timeoutMs
  for (let waitMs = pollMs.min; Date.now() < deadline; waitMs = Math.min(waitMs * 1.5, pollMs.max)) {
    await pause(waitMs)
    const payment = await findPayment(db, paymentId)
    if (payment?.state.status !== 'requested') return payment
    if (payment.leaseExpiresAt === null) break
    if (!isLeased(payment, clock())) return null
  }
  throw new AppError('payment_provider_unavailable')
}
