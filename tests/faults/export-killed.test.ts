// kill -9 of the server while it makes files of lists.
import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeSecrets } from '#server/config.ts'
import { createDb } from '#server/database/connection.ts'
import { apiBase } from '#shared/api/calls.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import { createStaff, type TestStaff } from '#tests/support/api/staff.ts'
import { counts, isLong, timeoutFor } from '#tests/support/faults/check/counts.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import type { ServerProcess } from '#tests/support/faults/server-process.ts'
import { addApplications } from '#tests/support/fixtures/many-applications.ts'

let environment: FaultEnvironment
let server: ServerProcess
let registry: TestStaff
beforeAll(async () => {
  environment = await startEnvironment()
  server = await environment.start()
  const { pool } = environment
  const api = {
    call: (method: string, path: string, options?: Parameters<typeof callApi>[3]) =>
      callApi(server.origin, method, path, options),
    clock: { now: () => new Date(), advance: () => {} },
    database: { db: createDb(pool), pool },
    config: { secretKeys: decodeSecrets(environment.settings.SECRET_KEY ?? '') },
  }
  await addApplications(api, { count: rowsOfList, prefix: 'EXPORT', school: 'Exported' })
  if (isLong) await addApplications(api, { count: slipsOfList, prefix: 'SLIP', school: 'Slips' })
  registry = await createStaff(api, ['registry'], { isFresh: true })
}, 120_000)
afterAll(() => environment.close())

/** Enough that a kill finds the file unfinished: a second or two. */
const rowsOfList = 6_000
const slipsOfList = 120

const reason = 'For the meeting of the panel on Monday'
const exports = {
  csv: { of: 'applications', filter: { school: 'Exported' }, columns: ['number', 'name', 'school'], rows: rowsOfList },
  xlsx: { of: 'applications', filter: { school: 'Exported' }, columns: ['number', 'name', 'school'], rows: rowsOfList },
  'zip-pdf': { of: 'applications', filter: { school: 'Slips' }, columns: [], rows: slipsOfList },
} as const

let unfinishedBefore: string[] = []

async function request(format: keyof typeof exports): Promise<string> {
  unfinishedBefore = listUnfinished()
  const { rows: _, ...list } = exports[format]
  // The session is fresh for five minutes.
  await environment.pool.query(`update staff_sessions set fresh_until = now() + interval '5 minutes'`)
  const { status, body } = await registry.call('POST', '/staff/exports', { body: { ...list, format, reason } })
  expect([status, body.message]).toEqual([201, 'The file is being made.'])
  return body.data.id
}

const read = async (id: string) => (await registry.call('GET', `/staff/exports/${id}`)).body.data
const download = (id: string) =>
  fetch(`${server.origin}${apiBase}/staff/exports/${id}/content`, { headers: registry.credentials })

/** Files that are being written, and those that a kill left behind. */
const listUnfinished = () => readdirSync(join(environment.dataDir, 'files', 'unfinished'))

/** Until this attempt writes its file. */
async function waitForAttempt(id: string, attempt: number, former: readonly string[]) {
  const isWriting = async () => {
    const { rows } = await environment.pool.query('select state, attempts from exports where id = $1', [id])
    const isThis = rows[0].attempts === attempt && rows[0].state === 'making'
    return isThis && listUnfinished().some((name) => !former.includes(name))
  }
  await expect.poll(isWriting, { timeout: 60_000, interval: 20 }).toBe(true)
}

/** Kills the server in each of the first attempts. */
async function killAttempts(id: string, attempts: number, check = async () => {}) {
  let former = unfinishedBefore
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await waitForAttempt(id, attempt, former)
    await server.kill()
    former = listUnfinished()
    server = await environment.start({ PORT: new URL(server.origin).port })
    await check()
  }
}

async function expectNothingOffered(id: string) {
  expect((await read(id)).state).toBe('making')
  const answer = await download(id)
  expect([answer.status, (await answer.json()).code]).toEqual([404, 'export_gone'])
  const { rows } = await environment.pool.query('select file_id, sha256, rows from exports where id = $1', [id])
  expect(rows).toEqual([{ file_id: null, sha256: null, rows: null }])
}

const countRows = async (text: string, id: string): Promise<number> =>
  Number((await environment.pool.query(text, [id])).rows[0].count)

/** The others are written by the same job; their content is tested with it. */
const killedFormats = isLong ? (Object.keys(exports) as (keyof typeof exports)[]) : (['csv'] as const)

test.each(killedFormats)(
  'an export as %s begins anew after the server was killed, is offered when it is whole, and stands once in the register',
  async (format) => {
    const id = await request(format)
    await killAttempts(id, counts.exportKills, () => expectNothingOffered(id))
    await expect.poll(async () => (await read(id)).state, { timeout: 120_000, interval: 500 }).toBe('ready')
    const made = await read(id)
    expect(made).toMatchObject({ rows: exports[format].rows, failure: null, downloads: 0 })
    const answer = await download(id)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, bytes.length]).toEqual([200, made.bytes])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256)
    expect(await countRows('select count(*) from exports where id = $1', id)).toBe(1)
    expect(
      await countRows(`select count(*) from files where id = (select file_id from exports where id = $1)`, id),
    ).toBe(1)
    for (const action of ['export_made', 'export_ready'])
      expect(await countRows(`select count(*) from audit_log where subject_id = $1 and action = '${action}'`, id)).toBe(
        1,
      )
    // What the killed attempts registered is left to the hourly job; the file in use is not.
    expect(
      await countRows(
        `select count(*) from unreferenced_contents where id = (select file_id from exports where id = $1)`,
        id,
      ),
    ).toBe(0)
  },
  timeoutFor(counts.exportKills, 90_000) + 120_000,
)

// The unit tests have an export that begins its fourth attempt.
test.runIf(isLong)(
  'an export whose attempts were all killed fails, says so, and lets the next one begin',
  async () => {
    const id = await request('csv')
    await killAttempts(id, 3)
    await expect.poll(async () => (await read(id)).state, { timeout: 120_000, interval: 500 }).toBe('failed')
    expect(await read(id)).toMatchObject({ failure: 'interrupted', rows: null, bytes: null, sha256: null })
    expect((await download(id)).status).toBe(404)
    const next = await request('csv')
    await expect.poll(async () => (await read(next)).state, { timeout: 120_000, interval: 500 }).toBe('ready')
  },
  timeoutFor(3, 90_000) + 120_000,
)
