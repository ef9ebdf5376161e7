import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { networkOf, quota } from './rate-limits.ts'

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

const rule = { name: 'test', free: 3, seconds: 60 }

test('a quota lets so many pass, then says how many seconds to wait, for each key by itself', async () => {
  const { take } = quota(pool, rule)
  await Promise.all([take('here'), take('here'), take('here')])
  const refusal = await take('here').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'too_many_requests', status: 429 })
  expect((refusal as { more: { retryAfter: number } }).more.retryAfter).toBeGreaterThan(50)
  await take('there')
})

test('servers share a quota', async () => {
  const [one, other] = [quota(pool, { ...rule, name: 'shared' }), quota(pool, { ...rule, name: 'shared' })]
  await one.take('key')
  await other.take('key')
  await one.take('key')
  await expect(other.take('key')).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('with the database away a server goes on counting by itself', async () => {
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  const { take } = quota(nowhere, rule)
  await take('key')
  await take('key')
  await take('key')
  await expect(take('key')).rejects.toMatchObject({ code: 'too_many_requests' })
  await nowhere.end()
})

test.each([
  ['102.89.23.7', '102.89.23.7'],
  ['::ffff:102.89.23.7', '102.89.23.7'],
  ['2c0f:f5c0:0012:8::1', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0:12:8:aaaa:bbbb:cccc:dddd', '2c0f:f5c0:12:8'],
  ['2c0f:f5c0::9', '2c0f:f5c0:0:0'],
  ['::1', '0:0:0:0'],
])('%s is of the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
