// Rate limits, counted in PostgreSQL so that all servers share them. While the database is away, each server counts in
// memory.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#server/app-error.ts'
import { listNetworks } from '../client-network.ts'

export interface RateLimitRule {
  /** Prefix of the rule's keys; unique. */
  name: string
  limit: number
  windowSeconds: number
}

function createRateCounter(pool: Pool, { name, limit, windowSeconds }: RateLimitRule) {
  const shape = { keyPrefix: name, points: limit, duration: windowSeconds }
  return new RateLimiterPostgres({
    ...shape,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(shape),
  })
}

export interface RateLimiter {
  /**
   * Counts one use.
   * @throws AppError `too_many_requests` past the limit, until the window has passed
   */
  consume(key: string): Promise<void>
  /** The same for the network of an address, and with a larger limit for the networks around it. */
  consumeFrom(address: string): Promise<void>
  /** Counts one use; returns false past the limit. */
  tryConsume(key: string): Promise<boolean>
  /** Takes back one use of something that did not happen after all. */
  giveBack(key: string): Promise<void>
}

export function createRateLimiter(pool: Pool, rule: RateLimitRule): RateLimiter {
  const counters = new Map<number, RateLimiterPostgres>()

  function getCounter(allowance: number): RateLimiterPostgres {
    const { name, limit, windowSeconds } = rule
    const counter =
      counters.get(allowance) ??
      createRateCounter(pool, {
        name: allowance === 1 ? name : `${name}_${allowance}`,
        limit: limit * allowance,
        windowSeconds,
      })
    counters.set(allowance, counter)
    return counter
  }

  async function consume(key: string, allowance = 1): Promise<void> {
    try {
      await getCounter(allowance).consume(hashKey(key))
    } catch (error) {
      throw error instanceof RateLimiterRes ? createTooManyRequestsError(error.msBeforeNext) : error
    }
  }

  return {
    consume: (key) => consume(key),
    async consumeFrom(address) {
      await Promise.all(listNetworks(address).map(({ network, allowance }) => consume(network, allowance)))
    },
    async tryConsume(key) {
      try {
        await consume(key)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
    async giveBack(key) {
      await getCounter(1).reward(hashKey(key))
    },
  }
}

export const createTooManyRequestsError = (waitMs: number) =>
  new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** IP addresses and user IDs are stored as a hash only. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)
