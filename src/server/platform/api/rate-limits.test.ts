import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import type { AppError } from '../app-error.ts'
import { createRateLimiter, getNetwork } from './rate-limits.ts'

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
  await consume('there')
})

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

test.each([
  ['102.89.23.7', '102.89.23.7'],
  ['::ffff:102.89.23.7', '102.89.23.7'],
  ['2c0f:f5c0:0012:8::1', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0:12:8:aaaa:bbbb:cccc:dddd', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0::9', '2c0f:f5c0:0:0'],
  ['::1', '0:0:0:0'],
])('%s is in the network %s', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})
