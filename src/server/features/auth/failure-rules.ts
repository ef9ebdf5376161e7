// How failures of a kind slow down the next attempt.
import { hashKey } from '#server/http/limits/rate-limits.ts'
import type { Failure, FailureCount } from './login-throttle-store.ts'

/** One count: what of, and how it slows down. */
export interface FailureCounter extends Failure {
  /** How long the next attempt must wait, and how many attempts may run at once when it need not wait. */
  assess(count: FailureCount | undefined, now: number): { waitMs: number; remaining: number }
}

export type FailureRule = (subject: string) => FailureCounter

const dayMs = 24 * 60 * 60_000

interface PauseOptions {
  freeFailures: number
  firstPauseMs: number
  maxPauseMs: number
}

/** From `freeFailures` on, each failure doubles the pause before the next attempt. */
export function createPauseRule(name: string, { freeFailures, firstPauseMs, maxPauseMs }: PauseOptions): FailureRule {
  return (subject) => ({
    key: createKey(name, subject),
    lifetimeMs: dayMs,
    addsUp: false,
    assess(count, now) {
      if (!count || count.failures < freeFailures) return { waitMs: 0, remaining: 1 }
      const lastFailureAt = count.expiresAt - dayMs
      const pauseMs = Math.min(firstPauseMs * 2 ** (count.failures - freeFailures), maxPauseMs)
      return { waitMs: Math.max(0, lastFailureAt + pauseMs - now), remaining: 1 }
    },
  })
}

interface RefillOptions {
  /** How many failures are free at first. */
  burst: number
  /** After as long, one more is. */
  refillMs: number
}

/** A leaky bucket: the count's expiry is the moment at which the bucket will be empty again. */
export function createRefillRule(name: string, { burst, refillMs }: RefillOptions): FailureRule {
  return (subject) => ({
    key: createKey(name, subject),
    lifetimeMs: refillMs,
    addsUp: true,
    assess(count, now) {
      const filled = Math.max(0, (count?.expiresAt ?? now) - now) / refillMs
      return { waitMs: Math.max(0, Math.ceil((filled - burst + 1) * refillMs)), remaining: Math.floor(burst - filled) }
    },
  })
}

const createKey = (name: string, subject: string) => `${name}:${hashKey(subject)}`
