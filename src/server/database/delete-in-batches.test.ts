import { lt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { connect, type Database } from './connection.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { rateLimits } from './schema/audit-and-rate-limits.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = connect(testDatabase.url, { maxConnections: 1 })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test.each([1, 3, 4, 100])('in batches of %d all rows that match are deleted, and no others', async (size) => {
  const { db } = database
  await db.delete(rateLimits)
  await db.insert(rateLimits).values(Array.from({ length: 20 }, (_, n) => ({ key: `key ${n}`, expire: n })))
  await deleteInBatches(db, rateLimits, lt(rateLimits.expire, 12), size)
  const left = await db.select({ expire: rateLimits.expire }).from(rateLimits).orderBy(rateLimits.expire)
  expect(left.map(({ expire }) => expire)).toEqual([12, 13, 14, 15, 16, 17, 18, 19])
})

test('without a condition nothing is deleted', async () => {
  await expect(deleteInBatches(database.db, rateLimits, undefined)).rejects.toThrow('needs a condition')
})
