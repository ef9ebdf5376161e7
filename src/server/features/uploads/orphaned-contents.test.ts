import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unnamedContents } from '#server/platform/database/schema/unnamed-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { localFiles } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, anApplicant } from '#tests/support/fixtures/accounts.ts'
import { discardContents, keepForGood, noteContent } from './orphaned-contents.ts'

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

const twoHours = 2 * 60 * 60_000
const discard = () =>
  discardContents({ database: api.database, files, clock: () => new Date(api.clock.now().getTime() + twoHours) })()
const note = (id: string) => noteContent(api.database.pool, id, api.clock.now())
const isNoted = (id: string) => api.database.db.$count(unnamedContents, eq(unnamedContents.id, id))

test('a content that a crash left without a row is removed, finished or not', async () => {
  const id = randomUUID()
  await note(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await writeFile(join(directory, 'unfinished', `${id}.0011`), 'half')
  expect(await isNoted(id)).toBe(1)

  await discard()
  expect(await files.get(id)).toBeNull()
  expect(await readdir(join(directory, 'unfinished'))).toEqual([])
})

test('a content that a row names stays, also when the job comes nevertheless', async () => {
  const applicant = await anApplicant(api)
  const id = await aFileRow(api, applicant.id)
  await note(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await keepForGood(api.database.db, id)
  expect(await isNoted(id)).toBe(0)

  await discard()
  const kept = await files.get(id)
  expect(kept).not.toBeNull()
  kept?.destroy()
})

test('what was begun within the last hour is let alone', async () => {
  const id = randomUUID()
  await note(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await discardContents({ database: api.database, files, clock: api.clock.now })()
  expect(await isNoted(id)).toBe(1)
  const kept = await files.get(id)
  expect(kept).not.toBeNull()
  kept?.destroy()
})

test('a row comes too late for a content that has been discarded', async () => {
  await expect(keepForGood(api.database.db, randomUUID())).rejects.toThrow('discarded')
})

const notes = () => api.database.db.$count(unnamedContents)

test('an upload that is refused, or whose sender goes away, leaves no note behind', async () => {
  const { token } = await anApplicant(api)
  const before = await notes()
  const body = new FormData()
  body.append('file', new Blob(['hello']), 'a.pdf')
  expect((await api.call('POST', '/upload/file', { token, body })).status).toBe(415)
  expect(await notes()).toBe(before)

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const sending = httpRequest(`${api.url}/api/v1/upload/file`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write('--x\r\n')
  await expect.poll(notes).toBe(before + 1)
  sending.destroy()
  await expect.poll(notes).toBe(before)
})

test('an upload leaves no such note behind', async () => {
  const { token } = await anApplicant(api)
  const body = new FormData()
  body.append('file', new Blob(['%PDF-1.4\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n']), 'a.pdf')
  const { status, body: answer } = await api.call('POST', '/upload/file', { token, body })
  expect(status).toBe(200)
  expect(await isNoted(answer.data.fileUrl.split('/').at(-1))).toBe(0)
})
