import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import timers from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { connectAs } from '#tests/support/postgres/connect-as.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findReadable } from './programs.ts'

const isRoot = process.getuid?.() === 0
let dataDir: string
let server: EmbeddedPostgres

// Only its owner may enter the directory, which is root in a container.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-data-'))
  // As if an earlier start had been killed.
  await mkdir(join(dataDir, 'postgres/cluster.new/base'), { recursive: true })
  vi.stubEnv('SECRET_KEY', 'canary')
  server = await startEmbeddedPostgres({ dataDir })
  vi.unstubAllEnvs()
}, 60_000)

afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function stopInOrder(): Promise<void> {
  const readLog = () => readFile(join(dataDir, 'postgres/cluster.log'), 'utf8')
  const before = (await readLog()).length
  await server.stop()
  expect((await readLog()).slice(before)).toContain('received fast shutdown request')
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}

const readPid = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)

async function readCheckpointerPid(): Promise<number> {
  const found = await query(server.ownerUrl, `select pid from pg_stat_activity where backend_type = 'checkpointer'`)
  return (found as [{ pid: number }])[0].pid
}

/** As after a power cut. */
async function killAndReuseItsNumber() {
  process.kill(await readPid(), 'SIGKILL')
  await server.ended
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  // PostgreSQL looks only at programs of its own account.
  const { uid, gid } = await stat(file)
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(other.pid)))
}

/** The next start finds memory in use, and waits until it is not. */
async function killBesideHangingProcess() {
  const pid = await readCheckpointerPid()
  process.kill(pid, 'SIGSTOP')
  process.kill(await readPid(), 'SIGKILL')
  await server.ended
  const log = join(dataDir, 'postgres/cluster.log')
  const before = (await readFile(log, 'utf8')).length
  void expect
    .poll(async () => (await readFile(log, 'utf8')).slice(before), { timeout: 20_000 })
    .toContain('pre-existing shared memory')
    .finally(() => process.kill(pid, 'SIGKILL'))
}

/** As when one of its processes waits for a disk that no longer answers. */
async function stopBesideHangingProcess() {
  const client = new pg.Client(server.ownerUrl)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? Number.NaN
  process.kill(pid, 'SIGSTOP')
  // The time for an orderly end is over at once.
  vi.spyOn(timers, 'setTimeout').mockImplementation((_ms, value) => Promise.resolve(value as never))
  syncBuiltinESMExports()
  const stopping = server.stop()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await expect
    .poll(() => readFile(join(dataDir, 'postgres/cluster.log'), 'utf8'))
    .toContain('received immediate shutdown request')
  process.kill(pid, 'SIGCONT')
  await stopping
}

test('it uses checksums, fsync and UTC, accepts no network connections and lower-cases Yoruba text', async () => {
  const [facts] = await query(
    server.ownerUrl,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, current_setting('unix_socket_permissions') as socket,
            current_setting('timezone') as zone, lower('ẸKỌ́') as lower,
            (select string_agg(distinct auth_method, ' ') from pg_hba_file_rules where type like 'host%') as "byNetwork"`,
  )
  expect(facts).toEqual({
    checksums: 'on',
    fsync: 'on',
    addresses: '',
    socket: '0700',
    zone: 'UTC',
    lower: 'ẹkọ́',
    byNetwork: 'reject',
  })
})

test('of a statement that fails its log has neither the text nor the values, which may be personal data', async () => {
  const insert = `create temp table persons (name text unique); insert into persons values ('canary'), ('canary')`
  await expect(query(server.url, insert)).rejects.toThrow('duplicate key')
  const file = join(dataDir, 'postgres/cluster.log')
  const log = await readFile(file, 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('canary')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('V13.2.2 the server works as a role that is no superuser and owns nothing', async () => {
  const [role] = await query(
    server.url,
    `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (select count(*)::int from pg_shdepend where refobjid = pg_roles.oid and deptype = 'o') as owned
     from pg_roles where rolname = current_user`,
  )
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    rolbypassrls: false,
    owned: 0,
  })
})

test.runIf(process.platform === 'linux')('it does not have our environment, which holds secrets', async () => {
  const environment = await readFile(`/proc/${await readPid()}/environ`, 'utf8')
  expect(environment).toContain('PATH=')
  expect(environment).not.toContain('canary')
})

test.runIf(isRoot)('V13.2.2 under root it does not run as root, and its own account cannot reach it', async () => {
  const { uid, gid } = await stat(`/proc/${await readPid()}`)
  expect(uid).not.toBe(0)
  for (const url of [server.ownerUrl, server.url]) expect(connectAs({ uid, gid }, url)).toMatch(/EACCES/)
})

test('a second server on the same data is refused, and the first keeps running', async () => {
  const second = startEmbeddedPostgres({ dataDir })
  await expect(second).rejects.toThrow(`is in use by another server: PostgreSQL is process ${await readPid()}.`)
  expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  ['stopped', stopInOrder],
  ['stopped while one of its processes hangs', stopBesideHangingProcess],
  ['killed', async () => process.kill(await readPid(), 'SIGKILL')],
  ['killed while one of its processes hangs', killBesideHangingProcess],
  ['killed, and whose number another program has by now,', killAndReuseItsNumber],
  ['left by one of its processes', async () => process.kill(await readCheckpointerPid(), 'SIGKILL')],
])(
  'one that was %s says so, and starts again with its data',
  async (how, end) => {
    await query(server.ownerUrl, `create table "${how}" as select 42 as answer`)
    await end()
    await server.ended
    server = await startEmbeddedPostgres({ dataDir })
    expect(await query(server.ownerUrl, `select answer from "${how}"`)).toEqual([{ answer: 42 }])
  },
  60_000,
)

test.runIf(process.platform === 'linux')('it ends in order with a server that is killed', async () => {
  await server.stop()
  const program = `import { startEmbeddedPostgres } from './src/server/platform/embedded-postgres/embedded-postgres.ts'
    await startEmbeddedPostgres({ dataDir: process.argv[1] })
    console.log('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(false)
  server = await startEmbeddedPostgres({ dataDir })
})

test('a file of its number that has none is left alone, as another server may be about to write it', async () => {
  await server.stop()
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  await writeFile(file, '')
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('is empty')
  await rm(file)
  server = await startEmbeddedPostgres({ dataDir })
})

test.runIf(isRoot)(
  'programs that its account cannot reach are copied, and never run from a copy of another user',
  async () => {
    const temporary = await mkdtemp(join(tmpdir(), 'portal-programs-'))
    onTestFinished(() => rm(temporary, { recursive: true }))
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const installed = join(temporary, 'installed')
    await mkdir(installed)
    await mkdir(join(installed, 'bin'), { mode: 0o700 })
    await writeFile(join(installed, 'bin/postgres'), '', { mode: 0o700 })
    const account = { uid: 65_534, gid: 65_534 }
    const copy = await findReadable(installed, account)
    expect([dirname(copy), basename(copy)]).toEqual([temporary, expect.stringMatching(/^portal-postgres-/)])
    for (const path of ['bin', 'bin/postgres']) expect((await stat(join(copy, path))).mode & 0o777).toBe(0o755)
    expect(await findReadable(installed, account)).toBe(copy)
    await chown(copy, account.uid, account.gid)
    await expect(findReadable(installed, account)).rejects.toThrow('belongs to another user')
  },
)

test('data of another PostgreSQL is refused with what to do, and stays as it is', async () => {
  const older = await mkdtemp(join(tmpdir(), 'older-'))
  const version = join(older, 'postgres/cluster/PG_VERSION')
  await mkdir(dirname(version), { recursive: true })
  await writeFile(version, '14\n')
  await expect(startEmbeddedPostgres({ dataDir: older })).rejects.toThrow(
    /was written by PostgreSQL 14; .* Save it with the old release and restore it into a new DATA_DIR\./,
  )
  expect(await readdir(dirname(version))).toEqual(['PG_VERSION'])
  await rm(older, { recursive: true })
})

test('a data directory whose path is too long for a socket is refused in a sentence, and nobody else may enter it', async () => {
  const long = join(dataDir, 'a-very-long-name-indeed'.repeat(6))
  await expect(startEmbeddedPostgres({ dataDir: long })).rejects.toThrow('choose a shorter DATA_DIR')
  expect((await stat(join(long, 'postgres'))).mode & 0o777).toBe(0o700)
})
