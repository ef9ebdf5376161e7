import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { exportRegister } from '#server/database/schema/exports.ts'
import { files as fileRows, unreferencedContents } from '#server/database/schema/files.ts'
import { takeSnapshot } from '#server/providers/files/export/read-snapshot.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { createS3FileStore } from '#server/providers/files/store/s3-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'
import { readArchive } from '#tests/support/fixtures/formats/read-archive.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'
import { leaveCommitUnanswered } from '#tests/support/postgres/unanswered-commit.ts'
import { type S3Server, s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'
import { ExportStoppedError } from './export-stopped.ts'
import { makeExport } from './make-export.ts'
import { packSlips } from './pack-slips.ts'

// Each export starts a thread; a busy machine takes a while.
vi.setConfig({ testTimeout: 90_000 })

/** Several times what the export reads at once. */
const rows = 600

let api: TestApi
let registry: TestStaff
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  await addApplications(api, { count: rows, prefix: 'MK', school: 'Technology' })
})
beforeEach(async () => {
  await api.forgetRateLimits()
  await api.database.db.delete(exportRegister)
  await api.database.db.delete(fileRows).where(eq(fileRows.kind, 'export'))
  registry = await createStaff(api, ['registry'], { isFresh: true })
})
afterAll(() => api.close())

const body = { of: 'applicants', format: 'csv', columns: ['userId'], reason: 'For the meeting of the panel' }
const request = (staff = registry, more: Record<string, unknown> = {}) =>
  staff.call('POST', '/staff/exports', { body: { ...body, ...more } })
const start = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await request(registry, more)).body.data.id
const read = async (id: string) => (await registry.call('GET', `/staff/exports/${id}`)).body.data

const listEvents = (id: string) =>
  api.database.db
    .select({
      action: auditLog.action,
      staffId: auditLog.staffId,
      exerciseId: auditLog.exerciseId,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.id)
const listFailures = async (id: string) =>
  (await listEvents(id)).flatMap(({ action, detail }) => (action === 'export_failed' ? [detail] : []))

const doNothing = async () => {}

/** Sessions of the database that have read a part of an export's rows. */
async function countReaders(): Promise<number> {
  const { rows: readers } = await api.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and query like 'fetch%'`,
  )
  return readers.length
}

/** The job, with a file store that does this before each chunk, and when it has stored all. */
function createJob(beforeChunk: (chunk: number) => Promise<void> = doNothing, afterwards = doNothing) {
  const { files } = api.jobDependencies
  const stored: string[] = []
  const slowFiles: FileStore = {
    ...files,
    async put(id, content, type) {
      stored.push(id)
      let chunk = 0
      async function* pass() {
        for await (const bytes of content as AsyncIterable<Uint8Array>) {
          await beforeChunk(++chunk)
          yield bytes
        }
      }
      await files.put(id, pass(), type)
      await afterwards()
    },
  }
  const { services } = api
  return { run: makeExport({ ...api.jobDependencies, ...services, files: slowFiles }), stored, files }
}

test('a person has one export at a time, and all staff together at most ten', async () => {
  const id = await start()
  expect((await request()).body.code).toBe('export_running')
  const others = await Promise.all(
    Array.from({ length: 11 }, async () => request(await createStaff(api, ['registry'], { isFresh: true }))),
  )
  const codes = others.map(({ status, body: answer }) => answer.code ?? status)
  expect(codes.filter((code) => code === 201)).toHaveLength(9)
  expect(codes.filter((code) => code === 'exports_waiting')).toHaveLength(2)
  expect((await registry.call('DELETE', `/staff/exports/${id}`)).status).toBe(200)
  expect((await request()).status).toBe(201)
})

test('rows that are added meanwhile are not in the file: it is of one snapshot', async () => {
  const id = await start({ filter: { school: 'Technology' } })
  let isAdded = false
  const { run } = createJob(async () => {
    if (!isAdded) await addApplications(api, { count: 50, prefix: 'LA', school: 'Technology' })
    isAdded = true
  })
  await run({ exportId: id })
  expect(isAdded).toBe(true)
  expect(await read(id)).toMatchObject({ state: 'ready', rows, done: rows, total: rows })
})

test('no transaction is open while the file is made and stored, so that dead rows can be removed meanwhile', async () => {
  const id = await start()
  const seen: unknown[] = []
  const { run } = createJob(async () => {
    const { rows: readers } = await api.database.pool.query(
      `select state, backend_xmin from pg_stat_activity
      where datname = current_database() and query like 'fetch%' and state <> 'active'`,
    )
    seen.push(...readers)
  })
  await run({ exportId: id })
  expect((await read(id)).state).toBe('ready')
  expect(seen.length).toBeGreaterThan(0)
  for (const reader of seen) expect(reader).toEqual({ state: 'idle', backend_xmin: null })
})

test('an export that is cancelled while it is made leaves no file, and the next one can be asked for', async () => {
  expect((await withoutAuditLog(api, () => request())).status).toBe(500)
  const id = await start()
  expect((await withoutAuditLog(api, () => registry.call('DELETE', `/staff/exports/${id}`))).status).toBe(500)
  const colleague = await createStaff(api, ['registry'], { isFresh: true })
  const { body: waiting } = await request(colleague)
  const { run, stored, files } = createJob(async () => {
    await registry.call('DELETE', `/staff/exports/${id}`)
  })
  await run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'cancelled', rows: null, bytes: null })
  const ofColleague = await colleague.call('GET', `/staff/exports/${waiting.data.id}`)
  expect(ofColleague.body.data.state).toBe('waiting')
  expect(await files.get(stored[0] ?? '')).toBeNull()
  expect(await api.database.db.select().from(fileRows).where(eq(fileRows.kind, 'export'))).toEqual([])
  expect((await registry.call('DELETE', `/staff/exports/${id}`)).body.code).toBe('export_ended')
  const events = await listEvents(id)
  const exerciseId = events[0]?.exerciseId ?? 0
  expect(events).toMatchObject([
    { action: 'export_made', staffId: registry.id, exerciseId },
    { action: 'export_cancelled', staffId: registry.id, exerciseId },
  ])
  expect((await request()).status).toBe(201)
  // Its job may come again, and makes nothing.
  const again = createJob()
  await again.run({ exportId: id })
  expect([(await read(id)).state, again.stored]).toEqual(['cancelled', []])
})

test('an export that is cancelled while the database keeps it waiting ends at once', { timeout: 20_000 }, async () => {
  const id = await start()
  const client = await api.database.pool.connect()
  onTestFinished(async () => {
    await client.query('rollback')
    client.release()
  })
  await client.query('begin; lock table applicant_index in access exclusive mode')
  const { files } = api.jobDependencies
  // A store may say in its own words that it got no more of the content.
  const put: FileStore['put'] = (...content) =>
    files.put(...content).catch((cause: unknown) => {
      throw new Error('The upload has ended.', { cause })
    })
  const dependencies = { ...api.jobDependencies, ...api.services, files: { ...files, put } }
  const made = makeExport(dependencies)({ exportId: id })
  await expect.poll(async () => (await read(id)).state).toBe('making')
  await registry.call('DELETE', `/staff/exports/${id}`)
  await made
  expect((await read(id)).state).toBe('cancelled')
})

test('an export that is cancelled when its file is stored already leaves none', async () => {
  const id = await start()
  const { run, stored, files } = createJob(doNothing, async () => {
    await registry.call('DELETE', `/staff/exports/${id}`)
  })
  await run({ exportId: id })
  expect((await read(id)).state).toBe('cancelled')
  expect([stored.length, await files.get(stored[0] ?? '')]).toEqual([1, null])
})

test('an attempt that fails is repeated from the beginning; what it stored is removed', async () => {
  const id = await start()
  const broken = createJob(async (chunk) => {
    // The first one has the headings; rows are being read with the second.
    if (chunk > 1) throw new Error('the disk is full')
  })
  await expect(broken.run({ exportId: id })).rejects.toThrow('the disk is full')
  expect(await read(id)).toMatchObject({ state: 'making', rows: null })
  expect(await broken.files.get(broken.stored[0] ?? '')).toBeNull()
  // Nor does anything go on reading the list.
  await expect.poll(countReaders).toBe(0)
  expect((await registry.call('GET', `/staff/exports/${id}/content`)).body.code).toBe('export_gone')
  // Why it failed is told, also where it cannot be removed now.
  const put = () => Promise.reject(new Error('the disk is broken'))
  const remove = () => Promise.reject(new Error('the store is away'))
  const dependencies = { ...api.jobDependencies, ...api.services }
  const stuck = makeExport({ ...dependencies, files: { ...dependencies.files, put, remove } })
  await expect(stuck({ exportId: id })).rejects.toThrow('the disk is broken')
  await createJob().run({ exportId: id })
  expect((await read(id)).state).toBe('ready')
})

test('a file whose commit nobody hears of is kept', async () => {
  const id = await start()
  const { jobDependencies, services } = api
  const { staffDatabase, files } = jobDependencies
  const { removed, database, ...unanswered } = leaveCommitUnanswered({ database: staffDatabase, files })
  const run = makeExport({ ...jobDependencies, ...services, ...unanswered, staffDatabase: database })
  await expect(run({ exportId: id })).rejects.toMatchObject({ code: '57014' })
  expect((await read(id)).state).toBe('ready')
  expect(removed).toEqual([])
})

/** As after two attempts, of which the second has done a part. */
const attemptTwice = (id: string) =>
  api.database.db
    .update(exportRegister)
    .set({ state: 'making', attempts: 2, done: 5, total: 9 })
    .where(eq(exportRegister.id, id))

test('the third attempt is the last one: it makes the file, or the export has failed and says so', async () => {
  const made = await start()
  await attemptTwice(made)
  await createJob().run({ exportId: made })
  expect((await read(made)).state).toBe('ready')
  const failed = await start()
  await attemptTwice(failed)
  await createJob(() => Promise.reject(new Error('the disk is full'))).run({ exportId: failed })
  expect(await read(failed)).toMatchObject({ state: 'failed', failure: 'error', done: 0, total: null })
  expect(api.log()).toContain('an export failed for good')
  expect(await listFailures(failed)).toEqual([{ failure: 'error' }])
})

test('an export that takes 50 minutes fails without another attempt and leaves no file', async () => {
  const id = await start()
  let passedMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
  const { run, stored, files } = createJob(async () => {
    passedMs = 50 * 60_000
    // Longer than a heartbeat, which looks at the time.
    await sleep(800)
  })
  await run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'too_long' })
  expect(await files.get(stored[0] ?? '')).toBeNull()
})

test('one that is cancelled while its third attempt fails was cancelled, and has not failed', async () => {
  const id = await start()
  await api.database.db.update(exportRegister).set({ attempts: 2 }).where(eq(exportRegister.id, id))
  const broken = createJob(async () => {
    const cancelled = { state: 'cancelled', finishedAt: api.clock.now() } as const
    await api.database.db.update(exportRegister).set(cancelled).where(eq(exportRegister.id, id))
    throw new Error('the disk is full')
  })
  await broken.run({ exportId: id })
  expect([(await read(id)).state, await listFailures(id)]).toEqual(['cancelled', []])
})

test.each([
  ['is ready', doNothing],
  [
    'fails',
    async () => {
      throw new Error('the disk is full')
    },
  ],
])('nothing watches an export any more once it %s', async (_how, beforeChunk) => {
  const id = await start()
  const begun = vi.spyOn(globalThis, 'setTimeout')
  const ended = vi.spyOn(globalThis, 'clearTimeout')
  await createJob(beforeChunk)
    .run({ exportId: id })
    .catch(() => {})
  const watches = begun.mock.results.filter((_result, n) => begun.mock.calls[n]?.[1] === 700)
  expect(ended.mock.calls.flat()).toContain(watches.at(-1)?.value)
})

test('a moment without the database while a file is stored does not end its export', async () => {
  const id = await start()
  const begun = vi.spyOn(globalThis, 'setTimeout')
  const { staffDatabase, files } = api.jobDependencies
  const away = Promise.withResolvers<void>()
  const pool = Object.assign(Object.create(staffDatabase.pool) as typeof staffDatabase.pool, {
    query(...given: Parameters<typeof staffDatabase.pool.query>) {
      if (!String(given[0]).startsWith('update unreferenced_contents')) return staffDatabase.pool.query(...given)
      away.resolve()
      return Promise.reject(new Error('Connection terminated unexpectedly'))
    },
  })
  const put: FileStore['put'] = async (...given) => {
    const watch = begun.mock.calls.findIndex(([, ms]) => ms === 700)
    clearTimeout(begun.mock.results[watch]?.value)
    begun.mock.calls[watch]?.[0]()
    await away.promise
    await files.put(...given)
  }
  const dependencies = { ...api.jobDependencies, ...api.services, staffDatabase: { ...staffDatabase, pool } }
  await makeExport({ ...dependencies, files: { ...files, put } })({ exportId: id })
  expect((await read(id)).state).toBe('ready')
})

test('an export may have two billion bytes, and not one more', async () => {
  const drain = async (content: Parameters<FileStore['put']>[1]) => {
    for await (const _chunk of content as AsyncIterable<Uint8Array>);
  }
  const makeOf = async (bytes: number) => {
    const id = await start()
    const tableExporter = {
      async *export() {
        // Counted as it says.
        yield Object.defineProperty(Buffer.from('x'), 'length', { value: bytes })
        return { rows: 1 }
      },
    }
    const files: FileStore = { ...api.jobDependencies.files, put: async (_id, content) => drain(content) }
    await makeExport({ ...api.jobDependencies, ...api.services, files, tableExporter } as never)({ exportId: id })
    const { state, failure } = await read(id)
    return [state, failure]
  }
  expect(await makeOf(2_000_000_000)).toEqual(['ready', null])
  expect(await makeOf(2_000_000_001)).toEqual(['failed', 'too_large'])
})

test('an export that was interrupted three times has failed, and says so', async () => {
  const id = await start()
  // As after three kills of the server.
  await api.database.db.update(exportRegister).set({ state: 'making', attempts: 3 }).where(eq(exportRegister.id, id))
  const { run, stored } = createJob()
  await run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'interrupted' })
  expect(stored).toEqual([])
})

test('two servers that work at one export make one file', async () => {
  const id = await start()
  const late = createJob(async () => {
    await createJob().run({ exportId: id })
  })
  await late.run({ exportId: id })
  const { state, sha256 } = await read(id)
  expect([state, typeof sha256]).toEqual(['ready', 'string'])
  expect(await late.files.get(late.stored[0] ?? '')).toBeNull()
  const stored = await api.database.db.select().from(fileRows).where(eq(fileRows.kind, 'export'))
  expect(stored.filter((row) => row.sha256.toString('hex') === sha256)).toHaveLength(1)
})

test('an attempt makes no file once another has begun, which makes it', async () => {
  const id = await start()
  const overtaken = createJob(async () => {
    await api.database.db.update(exportRegister).set({ attempts: 2 }).where(eq(exportRegister.id, id))
  })
  await overtaken.run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'making', rows: null })
  expect(await overtaken.files.get(overtaken.stored[0] ?? '')).toBeNull()
  await createJob().run({ exportId: id })
  expect((await read(id)).state).toBe('ready')
})

describe('a file store that speaks S3', () => {
  let server: S3Server
  let files: FileStore
  beforeAll(async () => {
    server = await startS3Server()
    files = createS3FileStore({ endpoint: server.endpoint, bucket: server.bucket, ...s3Keys })
  })
  afterAll(() => server.close())
  const filter = { number: 'APP-2024-MK' }
  const run = (exportId: string) => makeExport({ ...api.jobDependencies, ...api.services, files })({ exportId })
  const findContent = async (id: string) => {
    const [row] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
    return server.objects.get(row?.fileId ?? '')
  }

  test.each(['csv', 'xlsx'])('gets the file as %s in signed requests, whole, with its type', async (format) => {
    const id = await start({ format, columns: ['userId', 'name', 'school'], filter })
    await run(id)
    const { state, bytes, sha256, rows: written } = await read(id)
    expect([state, written]).toEqual(['ready', rows])
    const stored = await findContent(id)
    expect(stored?.content.length).toBe(bytes)
    expect(
      createHash('sha256')
        .update(stored?.content ?? '')
        .digest('hex'),
    ).toBe(sha256)
    expect(stored?.type).toContain(format === 'csv' ? 'text/csv' : 'spreadsheetml')
    expect(server.uploads.size).toBe(0)
  })

  test('that fails in the middle keeps nothing of it, and the next attempt makes the file', async () => {
    const id = await start()
    server.failures.push(403)
    await expect(run(id)).rejects.toThrow('The file store answered 403')
    expect(await read(id)).toMatchObject({ state: 'making', bytes: null })
    expect([server.uploads.size, await findContent(id)]).toEqual([0, undefined])
    await run(id)
    expect((await read(id)).state).toBe('ready')
    expect((await findContent(id))?.content.length).toBe((await read(id)).bytes)
  })

  test('keeps nothing of an export that was cancelled', async () => {
    const id = await start()
    const before = server.objects.size
    const cancelling: FileStore = {
      ...files,
      async put(contentId, content, type) {
        await registry.call('DELETE', `/staff/exports/${id}`)
        await files.put(contentId, content, type)
      },
    }
    await makeExport({ ...api.jobDependencies, ...api.services, files: cancelling })({ exportId: id })
    expect((await read(id)).state).toBe('cancelled')
    expect([server.objects.size, server.uploads.size]).toEqual([before, 0])
  })
})

test.each([
  ['has lost the role', 'delete from staff_roles where staff_id = $1'],
  ['was suspended', `update staff set status = 'suspended' where id = $1`],
  [
    'has the role in another exercise alone',
    `with elsewhere as (
      insert into exercises (institution, short_name, title, year, fee_kobo, charge_kobo, posts, vendor_name)
        values ('Institute', 'I', 'Recruitment', 2046, 0, 0, '[]', 'Vendor') returning id)
    update staff_roles set exercise_id = elsewhere.id from elsewhere where staff_id = $1`,
  ],
])('who %s meanwhile gets no file', async (_how, change) => {
  // The last active one may not be suspended.
  await createStaff(api, ['admin'])
  const id = await start()
  await api.database.pool.query(change, [registry.id])
  await createJob().run({ exportId: id })
  const [row] = await api.database.db.select().from(exportRegister).where(eq(exportRegister.id, id))
  expect([row?.state, row?.failure]).toEqual(['failed', 'not_permitted'])
})

test('the slips of a list are packed as PDF files, and one that cannot be made is named', async () => {
  const { id: accountId, token } = await createReadyApplicant(api)
  const answers = createCompleteAnswers(`/api/v1/files/${await insertFileRow(api, accountId)}`)
  const submitted = await api.call('POST', '/applications/', { token, body: answers })
  const number = submitted.body.data.applicationId
  const [broken] = await addApplications(api, { count: 1, prefix: 'BR', school: 'Slips' })
  await api.database.pool.query(`update applications set rendered_tables = '{}' where id = $1`, [broken?.applicationId])
  const numbers = [number, broken?.number]
  const selection = await registry.call('POST', '/staff/selections', {
    body: { of: 'applications', filter: { numbers } },
  })
  const id = await start({
    of: 'applications',
    columns: [],
    format: 'zip-pdf',
    selection: selection.body.data.id,
  })
  await createJob().run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'ready', rows: 1, done: 2, total: 2, personal: true })
  const response = await api.fetch(`/api/v1/staff/exports/${id}/content`, { headers: registry.credentials })
  expect(response.headers.get('content-disposition')).toContain('application-slips-')
  const archive = await readArchive(Buffer.from(await response.arrayBuffer()))
  expect(archive.get(`${number}.pdf`)?.subarray(0, 5).toString()).toBe('%PDF-')
  expect([...archive.keys()]).toEqual([`${number}.pdf`, 'missing.txt'])
  expect(archive.get('missing.txt')?.toString()).toContain(`${broken?.number}\r\n`)
})

test('the rows of an export are copied within minutes and of one moment, what follows has the limit of all statements', async () => {
  const client = await api.serverDatabase.pool.connect()
  const read = (value: string) => ({ text: `select ${value} as value`, values: [] })
  const count = { text: 'select 1 as count', values: [] }
  const settings = [`current_setting('statement_timeout')`, `current_setting('transaction_isolation')`, 'now()::text']
  const tables = await takeSnapshot(
    client,
    [...settings, 'now()::text'].map((value) => ({ ...read(value), count })),
  )
  const values: unknown[] = []
  for (const table of tables) for await (const batch of table.read(10)) values.push(...batch.flat())
  const { rows: after } = await client.query('show statement_timeout')
  client.release()
  const [limit, isolation, ...moments] = values
  expect([limit, isolation, after]).toEqual(['10min', 'repeatable read', [{ statement_timeout: '15s' }]])
  expect(new Set(moments).size).toBe(1)
})

test('a selection that expires before its export is made ends it, instead of a file that has nobody', async () => {
  const filter = { numbers: ['APP-2024-MK000001'] }
  const selected = await registry.call('POST', '/staff/selections', { body: { of: 'applications', filter } })
  const selection = selected.body.data.id
  const id = await start({ of: 'applications', columns: ['number'], selection })
  await api.database.pool.query('update selections set expires_at = $1 where id = $2', [api.clock.now(), selection])
  await createJob().run({ exportId: id })
  expect(await read(id)).toMatchObject({ state: 'failed', failure: 'selection_expired' })
})

describe('a slip', () => {
  const listed = ['APP-2024-B7K2M9Q0A', 'APP-2024-B7K2M9Q0B'].map((number) => ({ accountId: number, number }))

  /** The numbers of those that are packed, when the renderer answers for the second one as given. */
  async function pack(
    render: (attempt: number) => Buffer,
    { applications = listed, signal = new AbortController().signal } = {},
  ) {
    const attempts: string[] = []
    const bulkSlips = {
      async renderApplicationSlip(accountId: string) {
        const tries = attempts.push(accountId) - 1
        return { content: accountId === listed[1]?.accountId ? render(tries) : Buffer.from('%PDF-'), fileName: '' }
      },
    }
    const reviews = { listNumbers: async (_request: unknown, limit: number) => applications.slice(0, limit) }
    const log = { warn: vi.fn(), error: vi.fn() }
    const chunks = packSlips({ reviews, bulkSlips, log } as never, {} as never, { signal, onProgress: () => {} })
    const archive = await readArchive(await buffer(chunks))
    return { packed: [...archive.keys()], attempts: attempts.length - 1 }
  }
  const failWith = (error: Error) => () => {
    throw error
  }

  test('for which no renderer is free is tried three times, then it is missing', async () => {
    const succeedAt = (last: number) => (attempt: number) => {
      if (attempt < last) throw new AppError('unavailable')
      return Buffer.from('%PDF-')
    }
    const whole = listed.map(({ number }) => `${number}.pdf`)
    expect(await pack(succeedAt(3))).toEqual({ packed: whole, attempts: 3 })
    expect(await pack(succeedAt(4))).toEqual({ packed: [whole[0], 'missing.txt'], attempts: 3 })
  })

  test('that cannot be rendered is tried once', async () => {
    expect((await pack(failWith(new AppError('not_found')))).attempts).toBe(1)
    expect((await pack(failWith(new Error('broken')))).attempts).toBe(1)
  })

  test('is not missing because the database was away, or the export was stopped: the export fails', async () => {
    const away = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
    await expect(pack(failWith(away))).rejects.toThrow('Connection terminated')
    const stopping = new AbortController()
    const stop = () => {
      stopping.abort(new Error('stopped'))
      throw new Error('broken')
    }
    await expect(pack(stop, { signal: stopping.signal })).rejects.toThrow('stopped')
    const stoppedBetween = new AbortController()
    const stopAfterwards = () => {
      stoppedBetween.abort(new Error('stopped'))
      return Buffer.from('%PDF-')
    }
    const applications = listed.toReversed()
    await expect(pack(stopAfterwards, { applications, signal: stoppedBetween.signal })).rejects.toThrow('stopped')
  })

  test('is in no export that has none, or of more than 20,000; a list of nobody makes an empty one', async () => {
    const [, broken] = listed
    expect((await pack(failWith(new Error('broken')), { applications: [] })).packed).toEqual([])
    await expect(pack(failWith(new Error('broken')), { applications: [broken!] })).rejects.toThrow('No slip')
    const applications = Array.from({ length: 20_001 }, () => broken!)
    await expect(pack(failWith(new Error('broken')), { applications })).rejects.toThrow(ExportStoppedError)
    const away = Object.assign(new Error('away'), { code: 'ECONNRESET' })
    await expect(pack(failWith(away), { applications: applications.slice(1) })).rejects.toThrow('away')
  })
})

test('a content that is being stored is not discarded as one that nobody needs', async () => {
  const id = await start()
  const readAgeMs = async (contentId = '') => {
    const [row] = await api.database.db
      .select()
      .from(unreferencedContents)
      .where(eq(unreferencedContents.id, contentId))
    return row && api.clock.now().getTime() - row.since.getTime()
  }
  const ages: (number | undefined)[] = []
  const job = createJob(async (chunk) => {
    if (chunk > 1) return
    api.clock.advance(30 * 60_000)
    ages.push(await readAgeMs(job.stored[0]))
    await expect.poll(() => readAgeMs(job.stored[0]), { timeout: 20_000 }).toBeLessThan(60_000)
  })
  await job.run({ exportId: id })
  expect(ages[0]).toBeGreaterThan(60_000)
  expect(await readAgeMs(job.stored[0])).toBeUndefined()
})
