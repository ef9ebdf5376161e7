import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { openLocalFileStore } from '#server/providers/files/store/local-store.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createStaffObjects } from '#tests/support/api/staff-objects.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createNewApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
  logIn,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { dumpDatabase } from '#tests/support/postgres/database-dump.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import type { BackupManifest } from './contents.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { createTar, readTar, type TarMember } from './tar.ts'

const secretKey = Buffer.alloc(32, 'canary key').toString('base64')
let folder: string
let api: TestApi
let submitted: TestApplicant
let drafting: TestApplicant
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-backup-'))
  api = await startApi({ jobs: 'waiting', settings: { SECRET_KEY: secretKey } })
  submitted = await createReadyApplicant(api, { surname: 'Ọláwálé' })
  file = await upload(submitted)
  await api.call('POST', '/applications/', { token: submitted.token, body: createCompleteAnswers(file) })
  drafting = await createPaidApplicant(api)
  const draft = { document: { hobby: 'Chess, "quoted" \\ and\nbroken' }, revision: 0 }
  await api.call('PUT', '/applications/draft', { token: drafting.token, body: draft })
})
afterAll(async () => {
  await (await empty)?.close()
  await api.close()
  await rm(folder, { recursive: true })
})

async function upload({ token }: TestApplicant): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await createPdfFile(token))]), 'degree.pdf')
  return (await api.call('POST', '/upload/file', { token, body: form })).body.fileUrl
}

const clock = () => new Date()
const files = () => openLocalFileStore(join(api.config.dataDir, 'files'))
let serial = 0
const newPath = () => join(folder, `backup-${serial++}.tar`)

async function createBackup(): Promise<string> {
  const path = newPath()
  await makeBackup({ database: api.database, files: await files(), clock }, path)
  return path
}

let made: Promise<string> | undefined
/** A backup that tests only read. */
const getBackup = () => {
  made ??= createBackup()
  return made
}

async function createEmptyPlace() {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url, { maxConnections: 2 })
  const dataDir = await mkdtemp(join(folder, 'place-'))
  return {
    url: testDatabase.url,
    dataDir,
    database,
    files: await openLocalFileStore(join(dataDir, 'files')),
    async close() {
      await database.close()
      await testDatabase.drop()
    },
  }
}

let empty: ReturnType<typeof createEmptyPlace> | undefined
/** For restores that fail, and store nothing. */
const getEmptyPlace = () => {
  empty ??= createEmptyPlace()
  return empty
}

/** All rows except those that migrating creates. */
const rowsOf = async (database: TestApi['database']) =>
  (await dumpDatabase(database.pool))
    .split('\n')
    .filter((line) => !/^\S*migrations /.test(line))
    .sort()

test('a restored portal has the same rows and files and works', async () => {
  const place = await createEmptyPlace()
  // As a migration may have done.
  await api.database.pool.query('alter table mailings add column former int; alter table mailings drop column former')
  const saved = await rowsOf(api.database)
  await restoreBackup(place, await createBackup())
  expect(await rowsOf(place.database)).toEqual(saved)

  const settings = { SECRET_KEY: secretKey, DATA_DIR: place.dataDir }
  const restored = await startApi({ jobs: 'waiting', databaseUrl: place.url, settings })
  const { token } = submitted
  const own = '/applications/my?include=snapshot'
  const before = await api.call('GET', own, { token })
  expect((await restored.call('GET', own, { token })).body).toEqual(before.body)
  expect(before.body.data.nin).toMatch(/\d{4}$/)
  const bytes = (from: TestApi) =>
    from.fetch(file, { headers: { authorization: `Bearer ${token}` } }).then((response) => response.arrayBuffer())
  expect(Buffer.from(await bytes(restored)).equals(Buffer.from(await bytes(api)))).toBe(true)

  // Application numbers continue.
  const next = await createReadyApplicant(restored, { userId: 'RE24-70001' })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'degree.pdf')
  const { body } = await restored.call('POST', '/upload/file', { token: next.token, body: form })
  const submission = await restored.call('POST', '/applications/', {
    token: next.token,
    body: createCompleteAnswers(body.fileUrl),
  })
  expect(submission.status).toBe(201)
  // What happens after the restore reaches the applicant index again.
  const { rows } = await place.database.pool.query("select stage from applicant_index where user_id = 'RE24-70001'")
  expect(rows).toEqual([{ stage: 'submitted' }])
  await logIn(restored, drafting.userId)
  await restored.close()
  await place.close()
})

test('every table is saved, but for what migrating and restoring fill', async () => {
  const { rows } = await api.database.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')",
  )
  const filled = ['graphile_worker.migrations', 'public.applicant_index', 'public.background_work']
  const summary = await makeBackup({ database: api.database, files: await files(), clock }, newPath())
  const saved = summary.rows
  expect([...Object.keys(saved), ...filled].sort()).toEqual(rows.map(({ name }) => name).sort())
  // An empty one has no part.
  expect(Object.keys(summary.parts)).toHaveLength(Object.values(saved).filter((count) => count > 0).length)
})

/** Runs `act` once, when the backup begins to read its second table. */
function withWriteBetweenTables(database: TestApi['database'], act: () => Promise<void>) {
  let tables = 0
  return {
    pool: {
      async connect() {
        const client = await database.pool.connect()
        const query = async (statement: string) => {
          if (statement.startsWith('declare') && ++tables === 2) await act()
          return client.query(statement)
        }
        return { query, release: (isBroken: boolean) => client.release(isBroken) }
      },
    } as unknown as TestApi['database']['pool'],
  }
}

test('a backup is a snapshot: what is written while it is made is not in it', async () => {
  const path = newPath()
  const saved = (await rowsOf(api.database)).filter((line) => !line.startsWith('public.rate_limits'))
  let hasWritten = false
  const database = withWriteBetweenTables(api.database, async () => {
    const late = await createNewApplicant(api, { userId: 'RE24-80001', mustChangePassword: false })
    await upload(late)
    // Nobody takes a part for a backup, or reads one.
    expect(existsSync(path)).toBe(false)
    expect((await stat(`${path}.unfinished`)).mode & 0o777).toBe(0o600)
    hasWritten = true
  })
  await makeBackup({ database, files: await files(), clock }, path)
  expect(hasWritten).toBe(true)

  const place = await createEmptyPlace()
  await restoreBackup(place, path)
  expect((await rowsOf(place.database)).filter((line) => !line.startsWith('public.rate_limits'))).toEqual(saved)
  await place.close()
})

test('a backup that another one is writing is left alone', async () => {
  const path = newPath()
  await writeFile(`${path}.unfinished`, 'of another one')
  await expect(makeBackup({ database: api.database, files: await files(), clock }, path)).rejects.toThrow('EEXIST')
  expect(await readFile(`${path}.unfinished`, 'utf8')).toBe('of another one')
  await rm(`${path}.unfinished`)
})

test.runIf(existsSync('/dev/full'))('a backup that does not fit on the disk says so', async () => {
  const archive = createTar(await open('/dev/full', 'w'))
  const content = Buffer.alloc(1024 * 1024)
  const addMany = async () => {
    for (let n = 0; n < 100; n++) await archive.add({ name: `${n}`, content })
  }
  await expect(addMany()).rejects.toMatchObject({ code: 'ENOSPC' })
  await archive.abort()
})

test.runIf(existsSync('/dev/full'))('a disk that is full between two members is named by what comes next', async () => {
  const archive = createTar(await open('/dev/full', 'w'))
  const add = () => archive.add({ name: 'small', content: Buffer.alloc(1) }).catch(({ code }) => code)
  expect(await add()).toBeUndefined()
  await expect.poll(add).toBe('ENOSPC')
  await expect(archive.close()).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('what a tar program unpacks from a backup is readable by its owner alone, and the same whenever it was made', async () => {
  const header = (await readFile(await getBackup())).toString('latin1', 0, 512)
  const [mode, modifiedAt] = [header.slice(100, 108), header.slice(136, 148)].map((octal) => Number.parseInt(octal, 8))
  expect([mode, modifiedAt]).toEqual([0o600, 0])
})

test('nothing is added to an archive that has ended, and one that is given up has closed its file', async () => {
  const member = { name: 'late', content: Buffer.alloc(1) }
  const ended = createTar(await open(newPath(), 'w'))
  await ended.close()
  await expect(ended.add(member)).rejects.toThrow('already finalized')
  const file = await open(newPath(), 'w')
  const givenUp = createTar(file)
  await givenUp.add(member)
  await givenUp.abort()
  expect(file.fd).toBe(-1)
})

test('a damaged file is not saved', async () => {
  const path = newPath()
  const store = await files()
  const damaged = {
    async get(id: string) {
      const content = await buffer((await store.get(id))!)
      content[0] = (content[0] ?? 0) ^ 1
      return Readable.from([content])
    },
  }
  await expect(makeBackup({ database: api.database, files: damaged, clock }, path)).rejects.toThrow(
    /^File .* is damaged/,
  )
  expect(await listBackupFiles(path)).toEqual([])
})

test('a file that the store has lost is named, and the rest is saved', async () => {
  const id = file.split('/').at(-1) ?? ''
  const store = await files()
  const path = newPath()
  const lossy = { get: async (name: string) => (name === id ? null : store.get(name)) }
  const whole = await makeBackup({ database: api.database, files: store, clock }, newPath())
  const saved = await makeBackup({ database: api.database, files: lossy, clock }, path)
  expect(saved).toMatchObject({ missingFiles: [id], files: whole.files - 1, rows: whole.rows })
  const place = await createEmptyPlace()
  expect(await restoreBackup(place, path)).toMatchObject({ missingFiles: [id] })
  expect(await rowsOf(place.database)).toEqual(await rowsOf(api.database))
  await place.close()
})

test('of a file that is infected, or deleted while the backup is made, nothing is missing', async () => {
  const [infected, deleted] = [await insertFileRow(api, submitted.id), await insertFileRow(api, submitted.id)]
  await api.database.pool.query("update files set scan = 'infected' where id = $1", [infected])
  const store = await files()
  const deleting = {
    async get(id: string) {
      if (id === deleted) await api.database.pool.query('delete from files where id = $1', [id])
      return store.get(id)
    },
  }
  const saved = await makeBackup({ database: api.database, files: deleting, clock }, newPath())
  expect(saved.missingFiles).toEqual([])
  const { rowCount } = await api.database.pool.query('delete from files where id = any($1)', [[infected, deleted]])
  expect(rowCount).toBe(1)
})

test('exports of the staff are not saved, which may be larger than any file that is restored', async () => {
  const whole = await makeBackup({ database: api.database, files: await files(), clock }, newPath())
  const { rows } = await api.database.pool.query<{ id: string }>(
    `insert into files (id, kind, name, type, size, sha256)
      select gen_random_uuid(), kind, 'export', 'application/zip', 2000000000, '' from unnest('{export,pack}'::text[]) as kind
      returning id`,
  )
  const saved = await makeBackup({ database: api.database, files: await files(), clock }, newPath())
  expect([saved.missingFiles, saved.files]).toEqual([[], whole.files])
  await api.database.pool.query('delete from files where id = any($1)', [rows.map(({ id }) => id)])
})

async function listBackupFiles(path: string) {
  return (await readdir(folder)).filter((name) => path.includes(name) || name.endsWith('unfinished'))
}

/** A plain ustar archive, as the first release wrote it. */
function formatUstar(members: TarMember[]): Buffer {
  const blocks = members.flatMap(({ name, content }) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(`0000600\0${'0000000\0'.repeat(2)}`, 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0`, 124)
    header.write(`${' '.repeat(8)}0`, 148)
    header.write('ustar\x0000', 257)
    const checksum = header.reduce((sum, byte) => sum + byte, 0)
    header.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

async function readMembers(path: string): Promise<TarMember[]> {
  const members: TarMember[] = []
  for await (const member of readTar(path)) members.push(member)
  return members
}

test('a plain ustar archive, as the first release wrote it, is restored', async () => {
  const members = await readMembers(await createBackup())
  const path = newPath()
  await writeFile(path, formatUstar(members))
  const place = await createEmptyPlace()
  await restoreBackup(place, path)
  expect(await rowsOf(place.database)).toEqual(await rowsOf(api.database))
  await place.close()
})

test.each([
  ['the portal', (manifest: BackupManifest) => manifest.migrations.product.push('unknown')],
  ['the job queue', (manifest: BackupManifest) => manifest.migrations.jobs.push(9999)],
])('a backup of a newer version of %s is refused', async (_what, addMigration) => {
  const [first, ...others] = await readMembers(await getBackup())
  const manifest = JSON.parse(String(first?.content)) as BackupManifest
  addMigration(manifest)
  const path = newPath()
  await writeFile(
    path,
    formatUstar([{ name: 'about.json', content: Buffer.from(JSON.stringify(manifest)) }, ...others]),
  )
  const place = await getEmptyPlace()
  const before = await rowsOf(place.database)
  await expect(restoreBackup(place, path)).rejects.toThrow('made by a newer version of the portal')
  expect(await rowsOf(place.database)).toEqual(before)
})

test('a backup holds no key and no readable NIN', async () => {
  let text = ''
  for (const { name, content } of await readMembers(await getBackup()))
    text += name.endsWith('.gz') ? gunzipSync(content).toString() : content.toString('latin1')
  const key = Buffer.from(secretKey, 'base64')
  for (const written of [secretKey, key.toString('hex'), key.toString('latin1')]) expect(text).not.toContain(written)
  expect(text).toContain('Ọláwálé')
})

test('nothing is restored from a backup that was cut short or changed', async () => {
  const whole = await readFile(await getBackup())
  const middle = whole.indexOf('files/')
  const changed = Buffer.from(whole)
  changed[middle + 600] = (changed[middle + 600] ?? 0) ^ 1
  const noEnd = whole.subarray(0, whole.indexOf('end.json'))
  const place = await getEmptyPlace()
  const before = await rowsOf(place.database)
  for (const [bytes, error] of [
    [whole.subarray(0, middle + 700), 'cut short'],
    [noEnd, 'cut short'],
    [changed, 'damaged'],
    [Buffer.from('nothing like it'.repeat(100)), 'no backup'],
  ] as const) {
    const path = newPath()
    await writeFile(path, bytes)
    await expect(restoreBackup(place, path)).rejects.toThrow(error)
    expect(await rowsOf(place.database)).toEqual(before)
  }
})

test.each([
  ['a file', (name: string) => name.startsWith('files/')],
  ['a part of the tables', (name: string) => name.startsWith('tables/')],
])('nothing is restored from a backup that lost %s', async (_what, isOfKind) => {
  const members = await readMembers(await getBackup())
  const lost = members.findLast(({ name }) => isOfKind(name))
  const path = newPath()
  await writeFile(path, formatUstar(members.filter((member) => member !== lost)))
  const place = await getEmptyPlace()
  const before = await rowsOf(place.database)
  await expect(restoreBackup(place, path)).rejects.toThrow('its contents do not match its summary')
  expect(await rowsOf(place.database)).toEqual(before)
})

test('nothing is restored from a backup with a part whose rows are others', async () => {
  const members = await readMembers(await getBackup())
  const changed = members.map(({ name, content }) => {
    if (!name.startsWith('tables/')) return { name, content }
    return { name, content: gzipSync(gunzipSync(content).toString().replaceAll('Ọláwálé', 'Somebody')) }
  })
  const path = newPath()
  await writeFile(path, formatUstar(changed))
  const place = await getEmptyPlace()
  await expect(restoreBackup(place, path)).rejects.toThrow('its contents do not match its summary')
})

/** A part with this header stands before the others. */
async function writeArchiveWithPart(header: object): Promise<string> {
  const [manifest, ...others] = await readMembers(await getBackup())
  const content = gzipSync(`${JSON.stringify(header)}\n{"id":1}`)
  const path = newPath()
  await writeFile(path, formatUstar([manifest!, { name: 'tables/000000.ndjson.gz', content }, ...others]))
  return path
}

test.each([
  ['table', { table: 'pg_authid', columns: ['rolname'] }],
  ['table that is a statement', { table: 'public.accounts (id) values (1); --', columns: ['id'] }],
  ['column', { table: 'public.accounts', columns: ['id', 'id) select 1; --'] }],
])('V1.2.4 a crafted archive names no other %s', async (_what, header) => {
  const path = await writeArchiveWithPart(header)
  const place = await getEmptyPlace()
  await expect(restoreBackup(place, path)).rejects.toThrow('has a table that is not known here')
})

test('nothing is restored where the database does not take each row', async () => {
  const path = await getBackup()
  const place = await createEmptyPlace()
  await place.database.pool.query('create rule skip_rows as on insert to audit_log do instead nothing')
  await expect(restoreBackup(place, path)).rejects.toThrow('its contents do not match its summary')
  await place.close()
})

test('sixteen files are stored at a time, and one that cannot be stored ends the restore', async () => {
  const members = await readMembers(await getBackup())
  const stored = members.find(({ name }) => name.startsWith('files/'))!
  const path = newPath()
  const others = members.filter(({ name }) => !name.startsWith('files/'))
  await writeFile(
    path,
    formatUstar([...others.slice(0, -1), ...Array.from({ length: 40 }, () => stored), others.at(-1)!]),
  )
  const place = await getEmptyPlace()
  let [running, max, count] = [0, 0, 0]
  let pause = Promise.withResolvers<void>()
  let rest: NodeJS.Timeout | undefined
  /** Each waits until no other one begins. */
  const put = () => {
    running += 1
    count += 1
    max = Math.max(max, running)
    const isLast = count === 30
    clearTimeout(rest)
    rest = setTimeout(() => {
      pause.resolve()
      pause = Promise.withResolvers()
      running = 0
    }, 200)
    return pause.promise.then(() => {
      if (isLast) throw new Error('The bucket is full.')
    })
  }
  await expect(restoreBackup({ database: place.database, files: { put } }, path)).rejects.toThrow('The bucket is full.')
  expect(max).toBe(16)
})

test.each([
  ['a folder', '5', 0],
  ['a link', '2', 0],
  ['a file larger than any member', '0', 256 * 2 ** 20 + 1],
])('%s does not belong in a backup', async (_what, type, size) => {
  const archive = formatUstar([{ name: 'about.json', content: Buffer.alloc(0) }])
  archive.write(type, 156)
  archive.write(size.toString(8).padStart(11, '0'), 124)
  archive.write(`${' '.repeat(8)}`, 148)
  const checksum = archive.subarray(0, 512).reduce((sum, byte) => sum + byte, 0)
  archive.write(`${checksum.toString(8).padStart(6, '0')}\0 `, 148)
  const path = newPath()
  await writeFile(path, archive)
  await expect(readMembers(path)).rejects.toThrow('about.json does not belong in a backup.')
})

test('what is no backup by its members is refused', async () => {
  const members = await readMembers(await getBackup())
  const place = await getEmptyPlace()
  for (const [wrong, error] of [
    [members.slice(1), 'This is no backup of the portal.'],
    [members.map((one) => ({ ...one, name: one.name.replace('files/', '../') })), 'does not belong in a backup'],
  ] as const) {
    const path = newPath()
    await writeFile(path, formatUstar(wrong as TarMember[]))
    await expect(restoreBackup(place, path)).rejects.toThrow(error)
  }
})

test('a job that ran while the backup was made is free after the restore', async () => {
  await api.database.pool.query("select graphile_worker.add_job('prune', queue_name => 'night')")
  await api.database.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'")
  await api.database.pool.query("update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'gone'")
  const place = await createEmptyPlace()
  await restoreBackup(place, await createBackup())
  for (const table of ['_private_jobs', '_private_job_queues']) {
    const { rows } = await place.database.pool.query(`select locked_by from graphile_worker.${table}`)
    expect(rows.length, table).toBeGreaterThan(0)
    expect(new Set(rows.map(({ locked_by }) => locked_by)), table).toEqual(new Set([null]))
  }
  await place.close()
  for (const table of ['_private_jobs', '_private_job_queues'])
    await api.database.pool.query(`update graphile_worker.${table} set locked_at = null, locked_by = null`)
})

test('no limit of the server ends a backup or a restore, and they hold again after it', async () => {
  const readLimits = async () => {
    const clients = await Promise.all(
      Array.from({ length: api.database.pool.options.max }, () => api.database.pool.connect()),
    )
    const limits = await Promise.all(clients.map((client) => client.query('show statement_timeout')))
    for (const client of clients) client.release()
    return new Set(limits.map(({ rows }) => rows[0].statement_timeout))
  }
  const before = await readLimits()
  const { pool } = api.database
  const place = await getEmptyPlace()
  const store = await files()
  const meanwhile: string[] = []
  const noteLimits = async (connecting: { mock: { results: { value: unknown }[] } }) => {
    const client = (await connecting.mock.results[0]?.value) as PoolClient
    for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
      meanwhile.push((await client.query(`show ${limit}`)).rows[0][limit])
  }
  const saving = vi.spyOn(pool, 'connect')
  const showing = {
    async get(name: string) {
      await noteLimits(saving)
      return store.get(name)
    },
  }
  await makeBackup({ database: api.database, files: showing, clock }, newPath())
  saving.mockRestore()
  expect(new Set(meanwhile.splice(0))).toEqual(new Set(['0']))

  const restoring = vi.spyOn(place.database.pool, 'connect')
  const put = async () => {
    await noteLimits(restoring)
    throw new Error('The bucket is full.')
  }
  await expect(restoreBackup({ database: place.database, files: { put } }, await getBackup())).rejects.toThrow('full')
  restoring.mockRestore()
  expect(new Set(meanwhile)).toEqual(new Set(['0']))
  expect(await readLimits()).toEqual(before)
  expect(before).not.toContain('0')
})

test('a backup is not restored over existing data', async () => {
  await expect(restoreBackup({ database: api.database, files: await files() }, await getBackup())).rejects.toThrow(
    'There is data here already',
  )
})

test('a failed backup leaves no archive, and an existing file is not overwritten', async () => {
  const path = newPath()
  const broken = { get: () => Promise.reject(new Error('The disk is gone.')) }
  await expect(makeBackup({ database: api.database, files: broken, clock }, path)).rejects.toThrow('The disk is gone.')
  expect(await listBackupFiles(path)).toEqual([])

  const earlier = await createBackup()
  const bytes = await readFile(earlier)
  await expect(makeBackup({ database: api.database, files: await files(), clock }, earlier)).rejects.toThrow(
    'exists already',
  )
  expect((await readFile(earlier)).equals(bytes)).toBe(true)
})

test('what the staff have done is restored as it was, whatever triggers would make of it and in whichever order it is stored', async () => {
  const { pool } = api.database
  const { rows: exercises } = await pool.query<{ id: number }>('select id from exercises')
  await createStaffObjects(api, exercises[0]!.id)
  await pool.query("update sittings set state = 'locked'")
  // The first of these has taken over the last one.
  await pool.query(
    `insert into sittings (id, exercise_id, venue_id, kind, label, reports_at, starts_at, ends_at, capacity, made_by, moved_from)
     select case n when 600 then $1::uuid else gen_random_uuid() end, exercise_id, venue_id, kind, 'Batch ' || n, reports_at,
       starts_at, ends_at, capacity, made_by, case n when 1 then $1::uuid end
     from (select * from sittings limit 1) as former, generate_series(1, 600) as n`,
    [randomUUID()],
  )
  const place = await createEmptyPlace()
  await restoreBackup(place, await createBackup())
  expect(await rowsOf(place.database)).toEqual(await rowsOf(api.database))
  const states = await place.database.pool.query(
    `select tgname as changed from pg_trigger where tgenabled <> 'O'
     union all select conname from pg_constraint where contype = 'f' and condeferrable`,
  )
  expect(states.rows).toEqual([])
  await place.close()
})

// The last one: its rows cannot be deleted, and each backup would have them.
test('a table that is larger than a part, and than a step of reading and storing, is saved whole', async () => {
  const place = await createEmptyPlace()
  const rows = `insert into audit_log (actor, action, detail)
    select 'system', 'payment_paid', json_build_object('n', n, 'text', repeat('x', 9000)) from generate_series(1, 1001) as n`
  await api.database.pool.query(rows)
  const eventsOf = async (database: TestApi['database']) =>
    (await rowsOf(database)).filter((line) => /^\S*audit_log /.test(line))
  const saved = await eventsOf(api.database)
  expect(saved.length).toBeGreaterThan(1_001)
  await restoreBackup(place, await createBackup())
  expect(await eventsOf(place.database)).toEqual(saved)
  await place.close()
})
