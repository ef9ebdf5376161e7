import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { localFiles } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  aNewApplicant,
  aPaidApplicant,
  aReadyApplicant,
  logIn,
  type TestApplicant,
} from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'
import { pdfFile } from '#tests/support/fixtures/documents.ts'
import { databaseDump } from '#tests/support/postgres/database-dump.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { tarMembers } from './tar.ts'

const secretKey = Buffer.alloc(32, 'canary key').toString('base64')
let folder: string
let api: TestApi
let submitted: TestApplicant
let drafting: TestApplicant
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'))
  api = await startApi({ jobs: 'waiting', settings: { SECRET_KEY: secretKey } })
  submitted = await aReadyApplicant(api, { surname: 'Ọláwálé' })
  file = await upload(submitted)
  await api.call('POST', '/applications/', { token: submitted.token, body: completeAnswers(file) })
  drafting = await aPaidApplicant(api)
  const draft = { document: { hobby: 'Chess, "quoted" \\ and\nbroken' }, revision: 0 }
  await api.call('PUT', '/applications/draft', { token: drafting.token, body: draft })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function upload({ token }: TestApplicant): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await pdfFile(token))]), 'degree.pdf')
  return (await api.call('POST', '/upload/file', { token, body: form })).body.fileUrl
}

const clock = () => new Date()
const files = () => localFiles(join(api.config.dataDir, 'files'))
let serial = 0
const newPath = () => join(folder, `backup-${serial++}.tar`)

async function aBackup(): Promise<string> {
  const path = newPath()
  await makeBackup({ database: api.database, files: await files(), clock }, path)
  return path
}

async function anEmptyPlace() {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url, { connections: 2 })
  const dataDir = await mkdtemp(join(folder, 'place-'))
  return {
    url: testDatabase.url,
    dataDir,
    database,
    files: await localFiles(join(dataDir, 'files')),
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
}

/** Without what migrating fills by itself. */
const rowsOf = async (database: TestApi['database']) =>
  (await databaseDump(database.pool))
    .split('\n')
    .filter((line) => !/^\S*migrations /.test(line))
    .sort()

test('what is restored into an empty place is the same, row by row and file by file, and serves', async () => {
  const place = await anEmptyPlace()
  const saved = await rowsOf(api.database)
  await restoreBackup(place, await aBackup())
  expect(await rowsOf(place.database)).toEqual(saved)

  const settings = { SECRET_KEY: secretKey, DATA_DIR: place.dataDir }
  const restored = await startApi({ jobs: 'waiting', databaseUrl: place.url, settings })
  const { token } = submitted
  const before = await api.call('GET', '/applications/my', { token })
  expect((await restored.call('GET', '/applications/my', { token })).body).toEqual(before.body)
  expect(before.body.data.nin).toMatch(/\d{4}$/)
  const bytes = (from: TestApi) =>
    from.fetch(file, { headers: { authorization: `Bearer ${token}` } }).then((response) => response.arrayBuffer())
  expect(Buffer.from(await bytes(restored)).equals(Buffer.from(await bytes(api)))).toBe(true)

  // Numbers go on from where they were.
  const next = await aReadyApplicant(restored, { userId: 'RE24-70001' })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await pdfFile())]), 'degree.pdf')
  const { body } = await restored.call('POST', '/upload/file', { token: next.token, body: form })
  const submission = await restored.call('POST', '/applications/', {
    token: next.token,
    body: completeAnswers(body.fileUrl),
  })
  expect(submission.status).toBe(201)
  await logIn(restored, drafting.userId)
  await restored.close()
  await place.close()
})

test('a backup is of one moment, whatever happens while it is made', async () => {
  const path = newPath()
  const store = await files()
  let meanwhile = 0
  const busy = {
    async get(id: string) {
      if (meanwhile++ === 0) {
        const late = await aNewApplicant(api, { userId: 'RE24-80001', mustChangePassword: false })
        await upload(late)
      }
      return store.get(id)
    },
  }
  const saved = (await rowsOf(api.database)).filter((line) => !line.startsWith('public.rate_limits'))
  await makeBackup({ database: api.database, files: busy, clock }, path)
  expect(meanwhile).toBeGreaterThan(0)

  const place = await anEmptyPlace()
  await restoreBackup(place, path)
  expect(await rowsOf(place.database)).toEqual(saved)
  await place.close()
})

test('a backup holds no key, and no NIN that could be read', async () => {
  let text = ''
  const source = (await readFile(await aBackup())) as Buffer
  for await (const { name, content } of tarMembers(once(source)))
    text += name.endsWith('.gz') ? gunzipSync(content).toString() : content.toString('latin1')
  const key = Buffer.from(secretKey, 'base64')
  for (const written of [secretKey, key.toString('hex'), key.toString('latin1')]) expect(text).not.toContain(written)
  expect(text).toContain('Ọláwálé')
})

async function* once(bytes: Buffer) {
  yield bytes
}

test('a backup that was cut short or changed restores nothing at all', async () => {
  const whole = await readFile(await aBackup())
  const middle = whole.indexOf('files/')
  const changed = Buffer.from(whole)
  changed[middle + 600] = (changed[middle + 600] ?? 0) ^ 1
  const noEnd = whole.subarray(0, whole.indexOf('end.json'))
  const place = await anEmptyPlace()
  const empty = await rowsOf(place.database)
  for (const [bytes, complaint] of [
    [whole.subarray(0, middle + 700), 'cut short'],
    [noEnd, 'cut short'],
    [changed, 'damaged'],
    [Buffer.from('nothing like it'.repeat(100)), 'no backup'],
  ] as const) {
    const path = newPath()
    await writeFile(path, bytes)
    await expect(restoreBackup(place, path)).rejects.toThrow(complaint)
    expect(await rowsOf(place.database)).toEqual(empty)
  }
  await place.close()
})

test('nothing is restored over data that is there', async () => {
  await expect(restoreBackup({ database: api.database, files: await files() }, await aBackup())).rejects.toThrow(
    'There is data here already',
  )
})

test('a backup that fails leaves no archive, and none is overwritten', async () => {
  const path = newPath()
  const broken = { get: () => Promise.reject(new Error('The disk is gone.')) }
  await expect(makeBackup({ database: api.database, files: broken, clock }, path)).rejects.toThrow('The disk is gone.')
  expect((await readdir(folder)).filter((name) => path.includes(name) || name.endsWith('unfinished'))).toEqual([])

  const earlier = await aBackup()
  const bytes = await readFile(earlier)
  await expect(makeBackup({ database: api.database, files: await files(), clock }, earlier)).rejects.toThrow(
    'is there already',
  )
  expect((await readFile(earlier)).equals(bytes)).toBe(true)
})
