import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { files } from '#server/database/schema/files.ts'
import { inTransaction } from '#server/database/statement.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'
import { insertUpload, registerUpload } from './store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const quota = { files: 2, bytes: 1_000_000 }

/** An upload without its row. */
async function registerTestUpload(accountId: string) {
  const id = randomUUID()
  expect(await registerUpload(api.database.pool, { id, accountId, bytes: 10, now: new Date() }, quota)).toBe(true)
  const facts = { name: 'a.pdf', type: 'application/pdf', size: 10, sha256: Buffer.alloc(32), scan: 'none' } as const
  return { id, accountId, ...facts }
}

const countWaits = () => countLockWaits(api.database.pool)

test('concurrent uploads of one account are counted one after the other', async () => {
  const { id: accountId } = await createApplicant(api)
  await insertFileRow(api, accountId)
  const [first, second] = [await registerTestUpload(accountId), await registerTestUpload(accountId)]
  const before = await countWaits()

  let outcome: Promise<unknown> | undefined
  await inTransaction(api.database.pool, async (client) => {
    expect(await insertUpload(client, first, quota)).toBe(true)
    outcome = insertUpload(api.database.pool, second, quota)
    await expect.poll(countWaits).toBe(before + 1)
  })

  expect(await outcome).toBe(false)
  expect(await api.database.db.$count(files, eq(files.accountId, accountId))).toBe(2)
})

test('an account may upload up to the last byte, and not one more', async () => {
  const { id: accountId } = await createApplicant(api)
  const add = async (bytes: number) =>
    insertUpload(api.database.pool, await registerTestUpload(accountId), { files: 2, bytes })
  expect(await add(10)).toBe(true)
  expect(await add(19)).toBe(false)
  expect(await add(20)).toBe(true)
})

test('the photo of the NIN service uses up none of what an account may upload', async () => {
  const { id: accountId } = await createApplicant(api)
  await insertFileRow(api, accountId)
  const photo = await insertFileRow(api, accountId, 'image/jpeg')
  await api.database.db.update(files).set({ kind: 'nin_photo' }).where(eq(files.id, photo))
  expect(await insertUpload(api.database.pool, await registerTestUpload(accountId), quota)).toBe(true)
})
