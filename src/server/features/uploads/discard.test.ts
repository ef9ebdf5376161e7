import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { localFiles } from '#server/providers/files/local.ts'
import { aFileRow, anApplicant } from '#tests/support/accounts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { waitingJobs } from '#tests/support/waiting-jobs.ts'
import { discardFile, discardLater, keepForGood } from './discard.ts'

let api: TestApi
let directory: string
let files: FileStore
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  directory = await mkdtemp(join(tmpdir(), 'portal-discard-'))
  files = await localFiles(directory)
})
afterAll(async () => {
  await api.close()
  await rm(directory, { recursive: true })
})

const discard = (id: string) => discardFile({ database: api.database, files })({ id })
const waits = async (id: string) => (await waitingJobs(api, 'discard_file')).some((job) => job.id === id)

test('a content that a crash left without a row is removed, finished or not', async () => {
  const id = randomUUID()
  await discardLater(api.database.db, id, new Date())
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await writeFile(join(directory, 'unfinished', `${id}.0011`), 'half')
  expect(await waits(id)).toBe(true)

  await discard(id)
  expect(await files.get(id)).toBeNull()
  expect(await readdir(join(directory, 'unfinished'))).toEqual([])
})

test('a content that a row names stays, also when the job comes nevertheless', async () => {
  const applicant = await anApplicant(api)
  const id = await aFileRow(api, applicant.id)
  await discardLater(api.database.db, id, new Date())
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await keepForGood(api.database.db, id)
  expect(await waits(id)).toBe(false)

  await discard(id)
  const kept = await files.get(id)
  expect(kept).not.toBeNull()
  kept?.destroy()
})

test('a row comes too late for a content that has been discarded', async () => {
  await expect(keepForGood(api.database.db, randomUUID())).rejects.toThrow('discarded')
})

test('an upload leaves no such job behind', async () => {
  const { token } = await anApplicant(api)
  const body = new FormData()
  body.append('file', new Blob(['%PDF-1.4\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n']), 'a.pdf')
  const { status, body: answer } = await api.call('POST', '/upload/file', { token, body })
  expect(status).toBe(200)
  expect(await waits(answer.data.fileUrl.split('/').at(-1))).toBe(false)
})
