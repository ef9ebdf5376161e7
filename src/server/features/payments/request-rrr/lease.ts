// The lease on a payment whose RRR is being requested. It is short and renewed, so that after a crash the next request
// waits for seconds only.
import type { PaymentsDependencies } from '../dependencies.ts'
import { type PaymentRecord, releaseLease, renewLease } from '../store.ts'

/** The servers' clocks must not differ by more. */
export const leaseMs = 10_000
const renewEveryMs = 3_000

export interface HeldLease {
  /** Stops renewing; the lease then expires by itself. */
  stop(): void
  release(): Promise<void>
}

/** @param payment whose lease this server has just taken */
export function holdLease(
  { database: { db }, clock }: Pick<PaymentsDependencies, 'database' | 'clock'>,
  { id, leaseExpiresAt: firstExpiry }: PaymentRecord,
): HeldLease {
  let leaseExpiresAt = firstExpiry
  let renewal = Promise.resolve()

  async function renew(): Promise<void> {
    const next = new Date(clock().getTime() + leaseMs)
    if (await renewLease(db, { id, leaseExpiresAt }, next)) leaseExpiresAt = next
  }
  const timer = setInterval(() => {
    // A failed renewal is repeated at the next tick.
    renewal = renewal.then(renew).catch(() => {})
  }, renewEveryMs)

  const stop = () => clearInterval(timer)
  return {
    stop,
    async release() {
      stop()
      await renewal
      await releaseLease(db, { id, leaseExpiresAt })
    },
  }
}
