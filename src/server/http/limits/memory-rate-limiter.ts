// Counts requests in the memory of this server, in windows of fixed length: one request costs one look-up in a map.
import type { Rate } from '#shared/api/contract.ts'
import { createTooManyRequestsError } from './rate-limits.ts'

/** With more clients than this in one window, counting starts again: a limit per client could not stop them anyway. */
const maxKeys = 100_000

export interface MemoryRateLimiter {
  /** @throws AppError `too_many_requests` past the limit, until the window has passed */
  consume(key: string, allowance?: number): void
  /** Forgets every count. */
  clear(): void
}

export function createMemoryRateLimiter(
  { count, seconds }: Rate,
  now: () => number = () => performance.now(),
): MemoryRateLimiter {
  const counts = new Map<string, number>()
  let endsAt = now() + seconds * 1000

  return {
    consume(key, allowance = 1) {
      if (now() >= endsAt || counts.size >= maxKeys) {
        counts.clear()
        endsAt = now() + seconds * 1000
      }
      const used = (counts.get(key) ?? 0) + 1
      if (used > count * allowance) throw createTooManyRequestsError(endsAt - now())
      counts.set(key, used)
    },
    clear: () => counts.clear(),
  }
}
