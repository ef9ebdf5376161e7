import { expect, onTestFinished, test } from 'vitest'
import { findSocket } from '#tests/support/postgres/database-proxy.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { startTransactionPooler } from '#tests/support/postgres/transaction-pooler.ts'
import { assertSessionPooling } from './session-pooling.ts'

async function createDatabase() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

async function startPooler(url: string, rotating = 0) {
  const pooler = await startTransactionPooler(findSocket(url), { rotating })
  onTestFinished(() => pooler.close())
  const pooled = new URL(url)
  pooled.searchParams.delete('host')
  pooled.searchParams.delete('port')
  pooled.host = `127.0.0.1:${pooler.port}`
  return pooled.href
}

test('a direct connection is accepted', async () => {
  await assertSessionPooling(await createDatabase(), 'DATABASE_URL')
})

test.each([
  ['uses the connection of before', 0],
  ['uses all its connections in turn', 12],
])('a pooler in transaction mode that %s is refused with a sentence that names the setting', async (_how, rotating) => {
  const pooled = await startPooler(await createDatabase(), rotating)
  await expect(assertSessionPooling(pooled, 'DATABASE_DIRECT_URL')).rejects.toThrow(
    'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode, which the portal does not support',
  )
})
