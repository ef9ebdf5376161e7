import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/platform/database/schema/schema.ts'
import { inTransaction } from '#server/platform/database/statement.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, anApplicant } from '#tests/support/fixtures/accounts.ts'
import { addUpload, beginUpload } from './store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const quota = { files: 2, bytes: 1_000_000 }

/** An upload of which only the row is missing. */
async function aBegunUpload(accountId: string) {
  const id = randomUUID()
  expect(await beginUpload(api.database.pool, { id, accountId, bytes: 10, now: new Date() }, quota)).toBe(true)
  const facts = { name: 'a.pdf', type: 'application/pdf', size: 10, sha256: Buffer.alloc(32), scan: 'none' } as const
  return { id, accountId, ...facts }
}

const waitingForLocks = async () => {
  const { rows } = await api.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

test('an upload that waited for another of its account counts what that one has added', async () => {
  const { id: accountId } = await anApplicant(api)
  await aFileRow(api, accountId)
  const [first, second] = [await aBegunUpload(accountId), await aBegunUpload(accountId)]
  const before = await waitingForLocks()

  let outcome: Promise<unknown> | undefined
  await inTransaction(api.database.pool, async (client) => {
    await addUpload(client, first, quota)
    outcome = addUpload(api.database.pool, second, quota).catch((error: unknown) => error)
    await expect.poll(waitingForLocks).toBe(before + 1)
  })

  expect(await outcome).toMatchObject({ code: 'too_many_files' })
  expect(await api.database.db.$count(files, eq(files.accountId, accountId))).toBe(2)
})
