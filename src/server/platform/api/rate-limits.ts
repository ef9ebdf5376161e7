// Rate limits, counted in PostgreSQL so that all servers share them. While the database is away, each server counts in
// memory.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'
import type { RequestCheck } from './serve.ts'

export interface RateLimitRule {
  /** Prefix of the rule's keys; unique. */
  name: string
  limit: number
  windowSeconds: number
}

export function createRateCounter(pool: Pool, { name, limit, windowSeconds }: RateLimitRule) {
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
}

export function createRateLimiter(pool: Pool, rule: RateLimitRule): RateLimiter {
  const counter = createRateCounter(pool, rule)
  return {
    async consume(key) {
      try {
        await counter.consume(hashKey(key))
      } catch (error) {
        throw error instanceof RateLimiterRes ? createTooManyRequestsError(error.msBeforeNext) : error
      }
    },
  }
}

/** Limits a route per network of the client. */
export const limitPerNetwork =
  ({ consume }: RateLimiter): RequestCheck =>
  (request: FastifyRequest) =>
    consume(getNetwork(request.ip))

export const createTooManyRequestsError = (waitMs: number) =>
  new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** IP addresses and user IDs are stored as a hash only. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/** Returns the /64 network of an IPv6 address, since one subscriber owns all of it; an IPv4 address as it is. */
export function getNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [front = '', back] = address.split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = back === undefined ? 0 : 8 - groups.length - back.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(back?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
