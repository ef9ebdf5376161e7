import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppError } from '#server/app-error.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { createRateLimiter } from './rate-limits.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const rule = { name: 'test', limit: 3, windowSeconds: 60 }

test('each key may be used up to the limit, then the error says how many seconds to wait', async () => {
  const { consume } = createRateLimiter(pool, rule)
  await Promise.all([consume('here'), consume('here'), consume('here')])
  const error = await consume('here').catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect((error as AppError).details.retryAfter).toBeGreaterThan(50)
  expect((error as AppError).message).toBe('Too many attempts. Wait 1 minute and try again.')
  await consume('there')
})

test.each(['203.0.113.7', '2001:db8:0:7:1::9'])(
  'the statement of docs/operations.md unblocks the network of %s and no other',
  async (address) => {
    const { consumeFrom } = createRateLimiter(pool, { ...rule, name: 'blocked' })
    const other = '198.51.100.1'
    for (const from of [address, other]) await Promise.all([1, 2, 3].map(() => consumeFrom(from)))
    await expect(consumeFrom(address)).rejects.toMatchObject({ code: 'too_many_requests' })

    const page = await readFile('docs/operations.md', 'utf8')
    const statement = /^delete from rate_limits[^;]*/m.exec(page)?.[0] ?? ''
    await pool.query(statement.replace('203.0.113.7', address.replace(':1::9', '')))
    await consumeFrom(address)
    await expect(consumeFrom(other)).rejects.toMatchObject({ code: 'too_many_requests' })
    await pool.query('delete from rate_limits')
  },
)

test('servers share a rate limit', async () => {
  const [one, other] = [
    createRateLimiter(pool, { ...rule, name: 'shared' }),
    createRateLimiter(pool, { ...rule, name: 'shared' }),
  ]
  await one.consume('key')
  await other.consume('key')
  await one.consume('key')
  await expect(other.consume('key')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('while the database is away a server counts by itself', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const { consume } = createRateLimiter(unreachable, rule)
  await consume('key')
  await consume('key')
  await consume('key')
  await expect(consume('key')).rejects.toMatchObject({ code: 'too_many_requests' })
  await unreachable.end()
})

test('an IPv6 subscriber has no more room by changing the /64 within a /56', async () => {
  const { consumeFrom } = createRateLimiter(pool, { ...rule, name: 'wide' })
  const refusals: unknown[] = []
  for (let subnet = 0; subnet < 40; subnet += 1)
    await consumeFrom(`2c0f:f5c0:12:89${subnet.toString(16).padStart(2, '0')}::1`).catch((error) =>
      refusals.push(error),
    )
  // Four times the limit of one network.
  expect(refusals).toHaveLength(40 - 4 * rule.limit)
  await consumeFrom('2c0f:f5c0:12:7700::1')
})

test('V4.1.3 V15.3.4 whatever a proxy sends in place of an address counts as one network', async () => {
  const { consumeFrom } = createRateLimiter(pool, { ...rule, name: 'garbage' })
  for (const text of ['one', 'two', 'three']) await consumeFrom(text)
  await expect(consumeFrom('four')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('a key that is only tried is refused without an error', async () => {
  const { tryConsume } = createRateLimiter(pool, { ...rule, name: 'tried' })
  const results: boolean[] = []
  for (let use = 0; use < 4; use += 1) results.push(await tryConsume('key'))
  expect(results).toEqual([true, true, true, false])
})
