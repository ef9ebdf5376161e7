import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { files as fileRows, unreferencedContents } from '#server/database/schema/files.ts'
import { claimContent, registerContent } from '#server/database/unreferenced-contents.ts'
import { inspectFile } from '#server/providers/files/inspect/inspect-file.ts'
import { type FileStore, FileStoreUnavailableError } from '#server/providers/files/store/file-store.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { discardContents } from './discard-contents.ts'
import { createUploadService } from './service.ts'

let api: TestApi
let directory: string
let files: FileStore
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  directory = await mkdtemp(join(tmpdir(), 'portal-discard-'))
  files = await openLocalFileStore(directory)
})
afterAll(async () => {
  await api.close()
  await rm(directory, { recursive: true })
})

const discard = (minutes = 61) =>
  discardContents({
    database: api.database,
    files,
    clock: () => new Date(api.clock.now().getTime() + minutes * 60_000),
  })()
const register = (id: string) => registerContent(api.database.pool, id, api.clock.now())
const countRegistrations = (id: string) => api.database.db.$count(unreferencedContents, eq(unreferencedContents.id, id))

test('a content without a row is removed, also when it is incomplete', async () => {
  const id = randomUUID()
  await register(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await writeFile(join(directory, 'unfinished', `${id}.0011`), 'half')
  expect(await countRegistrations(id)).toBe(1)

  await discard()
  expect(await countRegistrations(id)).toBe(0)
  expect(await files.get(id)).toBeNull()
  expect(await readdir(join(directory, 'unfinished'))).toEqual([])
})

test('a content with a row stays', async () => {
  const applicant = await createApplicant(api)
  const id = await insertFileRow(api, applicant.id)
  await register(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await claimContent(api.database.db, id)
  expect(await countRegistrations(id)).toBe(0)

  await discard()
  const kept = await files.get(id)
  expect(kept).not.toBeNull()
  kept?.destroy()
})

test('a content of the last hour stays', async () => {
  const id = randomUUID()
  await register(id)
  await files.put(id, Buffer.from('whole'), 'application/pdf')
  await discard(59)
  expect(await countRegistrations(id)).toBe(1)
  const kept = await files.get(id)
  expect(kept).not.toBeNull()
  kept?.destroy()
})

test('a row cannot be added after its content was discarded', async () => {
  await expect(claimContent(api.database.db, randomUUID())).rejects.toThrow('discarded')
})

const countAllRegistrations = () => api.database.db.$count(unreferencedContents)

test('a refused or aborted upload removes its registration', async () => {
  const { token } = await createApplicant(api)
  const before = await countAllRegistrations()
  const body = new FormData()
  body.append('file', new Blob(['hello']), 'a.pdf')
  expect((await api.call('POST', '/upload/file', { token, body })).status).toBe(415)
  expect(await countAllRegistrations()).toBe(before)

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
  const sending = httpRequest(`${api.url}/api/v1/upload/file`, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write('--x\r\n')
  await expect.poll(countAllRegistrations).toBe(before + 1)
  sending.destroy()
  await expect.poll(countAllRegistrations).toBe(before)
})

test('a successful upload removes its registration', async () => {
  const { token } = await createApplicant(api)
  const body = new FormData()
  body.append('file', new Blob(['%PDF-1.4\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n']), 'a.pdf')
  const { status, body: answer } = await api.call('POST', '/upload/file', { token, body })
  expect(status).toBe(200)
  expect(await countRegistrations(answer.data.fileUrl.split('/').at(-1))).toBe(0)
})

test('the content of an upload stays while nobody knows whether it has its row, or the store is away', async () => {
  const gani = await createApplicant(api)
  const removed: string[] = []
  const { pool } = api.database
  // The statement is carried out, and the answer comes too late.
  const delay = (name: string) =>
    Object.assign(Object.create(pool) as typeof pool, {
      async query(statement: QueryConfig) {
        const result = await pool.query(statement)
        if (statement.name !== name) return result
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
      },
    })
  const readPdf = async () => ({ name: 'certificate.pdf', bytes: await createPdfFile() })
  const saveTo = (database: Pick<typeof api.database, 'pool'>, put: FileStore['put'], read = readPdf) =>
    createUploadService({
      inspector: { inspect: inspectFile },
      database: { ...api.database, ...database },
      clock: api.clock.now,
      files: { put, get: async () => null, remove: async (id) => void removed.push(id) },
    }).save(gani.id, 10_000, read)
  await expect(saveTo({ pool: delay('insert_upload') }, async () => {})).rejects.toMatchObject({ code: '57014' })
  expect(await api.database.db.$count(fileRows, eq(fileRows.accountId, gani.id))).toBe(1)
  const away = new FileStoreUnavailableError('unreachable', 'away')
  await expect(saveTo({ pool }, () => Promise.reject(away))).rejects.toBe(away)
  // Why an upload is refused is told, whatever becomes of its registration.
  const refusal = new AppError('file_unreadable')
  const refused = saveTo(
    { pool: delay('unregister_content') },
    async () => {},
    () => Promise.reject(refusal),
  )
  await expect(refused).rejects.toBe(refusal)
  expect(removed).toEqual([])
})

test.each(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])(
  'when the disk is full or fails (%s), an upload gets 503 and leaves nothing behind',
  async (code) => {
    const gani = await createApplicant(api)
    const removed: string[] = []
    const service = createUploadService({
      inspector: { inspect: inspectFile },
      database: api.database,
      clock: api.clock.now,
      files: {
        put: () => Promise.reject(Object.assign(new Error('The disk fails.'), { code })),
        get: async () => null,
        // What cannot be removed at once is left to the hourly job.
        async remove(id) {
          removed.push(id)
          throw new Error('The disk fails.')
        },
      },
    })
    const read = async () => ({ name: 'certificate.pdf', bytes: await createPdfFile() })
    await expect(service.save(gani.id, 10_000, read)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
    expect(removed).toHaveLength(1)
    expect(await api.database.db.$count(fileRows, eq(fileRows.accountId, gani.id))).toBe(0)
  },
)
