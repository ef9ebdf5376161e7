// How often something may be tried. Counts stand in PostgreSQL, so that all servers share them; while it is away, each
// server counts in memory.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './app-error.ts'
import type { Limit } from './serve.ts'

export interface Rule {
  /** In front of the rule's keys; unique. */
  name: string
  /** How many are free. */
  free: number
  /** How long they are remembered. */
  seconds: number
}

/** The counter of a rule. */
export function counter(pool: Pool, { name, free, seconds }: Rule) {
  const shape = { keyPrefix: name, points: free, duration: seconds }
  return new RateLimiterPostgres({
    ...shape,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    insuranceLimiter: new RateLimiterMemory(shape),
  })
}

export interface Quota {
  /** Counts one; throws `too_many_requests` once the rule's free ones are used up, until its seconds have passed. */
  take(key: string): Promise<void>
}

/** So many within so many seconds, whatever comes of them. */
export function quota(pool: Pool, rule: Rule): Quota {
  const taken = counter(pool, rule)
  return {
    async take(key) {
      try {
        await taken.consume(secretKey(key))
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal
      }
    },
  }
}

/** A route's limit by where the request comes from. */
export const perNetwork =
  ({ take }: Quota): Limit =>
  (request: FastifyRequest) =>
    take(networkOf(request.ip))

/** The refusal with its `Retry-After`; at least one second. */
export const tooMany = (waitMs: number) =>
  new AppError('too_many_requests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Addresses and user IDs have no business in the table of counts; their digest serves as well. */
export const secretKey = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/** Whoever has one IPv6 address has the 2⁶⁴ beside it: those count as one. IPv4 addresses stand for themselves. */
export function networkOf(address: string): string {
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
