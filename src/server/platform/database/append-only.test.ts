import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'

let testDatabase: TestDatabase
let client: pg.Client
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  await client.query(`insert into audit_log (actor, action) values ('system', 'test')`)
  await client.query(`insert into payment_events (kind) values ('test')`)
})
afterAll(async () => {
  await client.end()
  await testDatabase.drop()
})

const restrictViolation = '23001'

test.each(['audit_log', 'payment_events'])('rows of %s cannot be changed or deleted', async (table) => {
  for (const statement of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`])
    await expect(client.query(statement)).rejects.toMatchObject({
      code: restrictViolation,
      message: `${table} is append-only`,
    })
  expect((await client.query(`select from ${table}`)).rowCount).toBe(1)
})
