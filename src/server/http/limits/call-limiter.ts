// Enforces the limits that a contract declares.
import type { Pool } from 'pg'
import { AppError } from '#server/app-error.ts'
import type { CallLimits, Rate } from '#shared/api/contract.ts'
import { listNetworks } from '../client-network.ts'
import { createMemoryRateLimiter } from './memory-rate-limiter.ts'
import { createRateLimiter } from './rate-limits.ts'

export interface CallLimiter {
  /** @throws AppError `too_many_requests` */
  countNetwork(address: string): Promise<void>
  /** @throws AppError `too_many_requests` */
  countAccount(accountId: string): Promise<void>
  /**
   * Takes one of the account's places; absent when their number has no limit.
   * @returns gives the place back; call it once
   * @throws AppError `too_many_requests` when the account has no place left
   */
  enter?: (accountId: string) => () => void
}

export interface CallLimiters {
  create(call: string, limits: CallLimits): CallLimiter
  /** Forgets what is counted in memory; tests that send more than any client may need it. */
  clear(): void
}

interface Counter {
  count(account: string): Promise<void>
  countNetworks(address: string): Promise<void>
}

const withoutLimit: Counter = { count: async () => {}, countNetworks: async () => {} }
const placeRetrySeconds = 5

export function createCallLimiters(pool: Pool): CallLimiters {
  const clearers: (() => void)[] = []

  function createCounter(name: string, rate: Rate | undefined): Counter {
    if (!rate) return withoutLimit
    if (rate.isShared) {
      const { consume, consumeFrom } = createRateLimiter(pool, {
        name,
        limit: rate.count,
        windowSeconds: rate.seconds,
      })
      return { count: consume, countNetworks: consumeFrom }
    }
    const { consume, clear } = createMemoryRateLimiter(rate)
    clearers.push(clear)
    return {
      count: async (key) => consume(key),
      async countNetworks(address) {
        // The largest network first: once it is used up, its subscribers take no memory.
        for (const { network, allowance } of listNetworks(address).reverse()) consume(network, allowance)
      },
    }
  }

  return {
    create(call, { perAccount, perNetwork, concurrent }) {
      return {
        countNetwork: createCounter(`${call}_network`, perNetwork).countNetworks,
        countAccount: createCounter(`${call}_account`, perAccount).count,
        ...(concurrent && { enter: createPlaces(concurrent) }),
      }
    },
    clear() {
      for (const clear of clearers) clear()
    },
  }
}

function createPlaces(limit: number): (accountId: string) => () => void {
  const taken = new Map<string, number>()
  return (accountId) => {
    const before = taken.get(accountId) ?? 0
    if (before >= limit) throw new AppError('too_many_requests', { retryAfter: placeRetrySeconds })
    taken.set(accountId, before + 1)
    return () => {
      const left = (taken.get(accountId) ?? 1) - 1
      if (left > 0) taken.set(accountId, left)
      else taken.delete(accountId)
    }
  }
}
