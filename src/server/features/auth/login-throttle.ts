// Slows password guessing down: each failure from the limit on doubles the pause before the next attempt.
import type { Pool } from 'pg'
import {
  createRateCounter,
  createTooManyRequestsError,
  getNetwork,
  hashKey,
  type RateLimitRule,
} from '#server/platform/api/rate-limits.ts'
import { type FailureCount, readFailureCounts } from './login-throttle-store.ts'

const minuteSeconds = 60

interface ThrottleRule extends RateLimitRule {
  /** The pause in ms after the last failure, or until the whole count expires. */
  pause: { afterFailures: (failures: number) => number } | 'until expiry'
}

const createDoublingRule = (
  name: string,
  { limit, maxPauseMs }: { limit: number; maxPauseMs: number },
): ThrottleRule => ({
  name,
  limit,
  windowSeconds: 60 * minuteSeconds,
  pause: { afterFailures: (failures) => Math.min(15_000 * 2 ** (failures - limit), maxPauseMs) },
})

const minuteMs = 60_000
// One user ID from one network: slows down soon, since only somebody who forgot the password is affected.
const userFromNetworkRule = createDoublingRule('login_place', { limit: 5, maxPauseMs: 15 * minuteMs })
// One user ID from all networks: a higher limit and shorter pauses, or strangers could lock the owner out.
const userRule = createDoublingRule('login_account', { limit: 20, maxPauseMs: 5 * minuteMs })
// All user IDs from one network: many applicants share the address of a café or a mobile network, so a successful login
// does not clear this count.
const networkRule: ThrottleRule = {
  name: 'login_network',
  limit: 100,
  windowSeconds: 15 * minuteSeconds,
  pause: 'until expiry',
}
const currentPasswordRule = createDoublingRule('current_password', { limit: 5, maxPauseMs: 15 * minuteMs })

/** Returns null for a wrong password; an error is not counted as a failure. */
type Attempt<T> = () => Promise<T | null>

export interface LoginThrottle {
  /**
   * Runs a login attempt unless the user must wait, and counts it when it fails.
   * @throws AppError `too_many_requests`
   */
  throttleLogin<T>(userId: string, address: string, attempt: Attempt<T>): Promise<T | null>
  /** The same for the current password that a password change asks for. */
  throttleCurrentPassword<T>(accountId: string, attempt: Attempt<T>): Promise<T | null>
}

export function createLoginThrottle(pool: Pool): LoginThrottle {
  const userFromNetwork = createFailureCounter(pool, userFromNetworkRule)
  const user = createFailureCounter(pool, userRule)
  const network = createFailureCounter(pool, networkRule)
  const currentPassword = createFailureCounter(pool, currentPasswordRule)
  const runningAttempts = new Map<string, number>()

  async function throttle<T>(counters: FailureCounter[], attempt: Attempt<T>): Promise<T | null> {
    // Before the first await, so that attempts sent at the same time see each other.
    for (const { key } of counters) runningAttempts.set(key, (runningAttempts.get(key) ?? 0) + 1)
    try {
      const counts = await readFailureCounts(
        pool,
        counters.map(({ key }) => key),
      )
      for (const { key, assertAllowed } of counters) assertAllowed(counts.get(key), runningAttempts.get(key) ?? 1)
      const result = await attempt()
      await Promise.all(counters.map(({ key, add, clear }) => (result === null ? add() : clear(counts.get(key)))))
      return result
    } finally {
      for (const { key } of counters) {
        const remaining = (runningAttempts.get(key) ?? 1) - 1
        if (remaining > 0) runningAttempts.set(key, remaining)
        else runningAttempts.delete(key)
      }
    }
  }

  return {
    throttleLogin(userId, address, attempt) {
      const from = getNetwork(address)
      return throttle([userFromNetwork(`${userId} ${from}`), user(userId), network(from)], attempt)
    },
    throttleCurrentPassword: (accountId, attempt) => throttle([currentPassword(accountId)], attempt),
  }
}

interface FailureCounter {
  /** The key in the table. */
  key: string
  /** @param running attempts that run now, this one included */
  assertAllowed(count: FailureCount | undefined, running: number): void
  add(): Promise<void>
  clear(count: FailureCount | undefined): Promise<void>
}

function createFailureCounter(
  pool: Pool,
  { pause, limit, ...rule }: ThrottleRule,
): (subject: string) => FailureCounter {
  const limiter = createRateCounter(pool, { limit, ...rule })
  const lifetimeMs = rule.windowSeconds * 1000

  return (subject) => {
    const key = hashKey(subject)
    return {
      key: limiter.getKey(key),
      assertAllowed(count, running) {
        const { failures, expiresInMs } = count ?? { failures: 0, expiresInMs: lifetimeMs }
        // All running attempts may fail, so no more may run than failures are left.
        if (running > Math.max(1, limit - failures)) throw createTooManyRequestsError(1000)
        if (failures < limit) return
        const sinceLastFailureMs = lifetimeMs - expiresInMs
        const waitMs = pause === 'until expiry' ? expiresInMs : pause.afterFailures(failures) - sinceLastFailureMs
        if (waitMs > 0) throw createTooManyRequestsError(waitMs)
      },
      async add() {
        const { consumedPoints } = await limiter.penalty(key)
        // Each failure restarts the lifetime, so the expiry also says when the last failure was.
        if (pause !== 'until expiry' && consumedPoints > 1) await limiter.set(key, consumedPoints, rule.windowSeconds)
      },
      async clear(count) {
        if (count && pause !== 'until expiry') await limiter.delete(key)
      },
    }
  }
}
