import { AppError } from '#server/app-error.ts'
import { isUnavailable, violatesConstraint } from '#server/database/errors.ts'
import type { PaymentsDependencies } from '../dependencies.ts'
import { schedulePolling } from '../polling/schedule-polling.ts'
import type { RecordingGateway } from '../recording-gateway.ts'
import { applyEvent } from '../status/apply-event.ts'
import type { PaymentEvent } from '../status/payment-state.ts'
import type { Payer, PaymentRecord } from '../store.ts'
import { type HeldLease, holdLease } from './lease.ts'
import { obtainRrr } from './obtain-rrr.ts'

export interface LeasedRequest {
  payment: PaymentRecord
  payer: Payer
  /** Whether the RRR may have been requested before. */
  isResumed: boolean
}

/**
 * Requests an RRR from the provider while holding the payment's lease, and saves it.
 * @throws AppError `payment_provider_unavailable` when the provider has to be asked again later
 */
export async function requestRrr(
  deps: PaymentsDependencies,
  gateway: RecordingGateway,
  { payment, payer, isResumed }: LeasedRequest,
): Promise<PaymentRecord> {
  const lease = holdLease(deps, payment)
  try {
    const event = await obtainRrr(gateway, payment, payer, isResumed)
    if (event) return await saveRrr(deps, payment, event)
  } catch (error) {
    await releaseAfterError(lease, error)
    if (!violatesConstraint(error, 'payments_rrr_once')) throw error
    // The RRR belongs to another account, so this applicant must not pay it.
    deps.log.error({ payment: payment.id }, 'the payment provider issued the same RRR twice')
  } finally {
    lease.stop()
  }
  await lease.release()
  throw new AppError('payment_provider_unavailable')
}

/** When the database is unavailable the error is not delayed by another timeout; the lease expires by itself. */
async function releaseAfterError(lease: HeldLease, error: unknown): Promise<void> {
  const release = lease.release().catch(() => {})
  if (!isUnavailable(error)) await release
}

const saveRrr = (
  { database: { db }, clock }: PaymentsDependencies,
  requested: PaymentRecord,
  event: PaymentEvent,
): Promise<PaymentRecord> =>
  db.transaction(async (tx) => {
    const now = clock()
    const payment = await applyEvent(tx, requested, event, { now, actor: 'applicant' })
    if (payment.state.status !== 'paid') await schedulePolling(tx, payment, now, true)
    return payment
  })
