import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, link, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectAs } from '#tests/support/postgres/connect-as.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

// Each test starts one or more servers.
vi.setConfig({ testTimeout: 90_000 })

const isRoot = process.getuid?.() === 0
const ignore = () => undefined
let preparedDir: string
let dataDir: string
let owners: ChildProcess[]

// Creating a cluster takes more than a second, so most tests start from a copy.
beforeAll(async () => {
  preparedDir = await createDirectory()
  const { stop } = await startEmbeddedPostgres({ dataDir: preparedDir, log: ignore })
  await stop()
})

beforeEach(async () => {
  owners = []
  dataDir = await createDirectory()
  copyCluster(dataDir)
})

afterAll(() => rm(preparedDir, { recursive: true, force: true }))

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  await stopPostmaster()
  await rm(dataDir, { recursive: true, force: true })
})

async function createDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-data-'))
  await chmod(directory, 0o755)
  return directory
}

/** Copies with owners and modes, which PostgreSQL checks. */
function copyCluster(directory: string): void {
  execFileSync('cp', ['-a', `${preparedDir}/.`, directory])
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', ignore)
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

async function readPostmasterPid(directory = dataDir): Promise<number | undefined> {
  const file = await readFile(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(file, 10) || undefined
}

async function stopPostmaster(): Promise<void> {
  const pid = await readPostmasterPid()
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  await expect.poll(() => readPostmasterPid(), { timeout: 30_000 }).toBeUndefined()
}

/** Any user with a name who is not root. */
const ordinaryUser = { uid: 1, gid: 1 }

const readUserId = (name: string) => Number(execFileSync('id', ['-u', name]))

async function findPostgresUser(directory = dataDir): Promise<number> {
  return (await stat(`/proc/${await readPostmasterPid(directory)}`)).uid
}

/** Starts another process on the same directory and resolves with its first output line. */
async function startServerProcess(options: { path?: string; uid?: number; gid?: number } = {}) {
  const { path = process.env.PATH, ...account } = options
  const script = resolve('tests/support/postgres/postgres-owner.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    ...account,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(child)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { child, line, url: line.replace('ready ', '') }
}

async function kill({ child }: { child: ChildProcess }): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('data survives a stop and a start', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: ignore })
  await query(first.ownerUrl, 'create table kept as select 42 as answer')
  await first.stop()
  expect(await readPostmasterPid()).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('a second server on the same directory is refused and the first keeps running', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: ignore })
  const second = await startServerProcess()
  expect(second.line).toBe(`refused The database is in use by another server (process ${process.pid}).`)
  expect(await query(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('when two servers start at once on a new directory, one is refused', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const both = await Promise.all([startServerProcess(), startServerProcess()])
  const winner = both.find(({ line }) => line.startsWith('ready '))
  const loser = both.find(({ line }) => line.startsWith('refused '))
  expect(loser?.line).toBe(`refused The database is in use by another server (process ${winner?.child.pid}).`)
  expect(await query(winner?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed PostgreSQL is restarted under the same URL without losing data', async () => {
  const messages: string[] = []
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) })
  await query(ownerUrl, 'create table kept as select 42 as answer')
  process.kill((await readPostmasterPid()) ?? 0, 'SIGKILL')
  await expect.poll(() => query(ownerUrl, 'select answer from kept').catch(() => 'down')).toEqual([{ answer: 42 }])
  expect(messages).toContain('PostgreSQL exited unexpectedly; restarting it.')
  await stop()
  expect(await readPostmasterPid()).toBeUndefined()
})

test('a killed server does not block the next start and no data is lost', async () => {
  const first = await startServerProcess()
  await query(first.url, 'create table kept as select 42 as answer')
  await kill(first)
  const next = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(next.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  await next.stop()
})

test('the next start ends what a killed PostgreSQL left behind, if it does not exit by itself', async () => {
  const first = await startServerProcess()
  const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(
    first.url,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  )
  process.kill(pid, 'SIGSTOP')
  process.kill((await readPostmasterPid()) ?? 0, 'SIGKILL')
  await kill(first)
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir, log: ignore, exitTimeoutMs: 300 })
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('a PostgreSQL that outlives its killed server is taken over by the next server', async () => {
  const first = await startServerProcess({ path: '/nonexistent' })
  const orphan = await readPostmasterPid()
  await kill(first)
  const next = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await readPostmasterPid()).toBe(orphan)
  expect(await query(next.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  const another = await startServerProcess()
  expect(another.line).toMatch(/^refused .*in use by another server/)
  await next.stop()
  expect(await readPostmasterPid()).toBeUndefined()
})

test('a directory whose path is too long for a socket can be used', async () => {
  const long = join(dataDir, 'a-very-long-name-indeed'.repeat(6))
  await mkdir(long)
  copyCluster(long)
  const { ownerUrl, stop } = await startEmbeddedPostgres({ dataDir: long, log: ignore })
  expect(await query(ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test.runIf(isRoot)('root can use a directory that only root may enter', async () => {
  const closed = join(dataDir, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const first = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  await query(first.ownerUrl, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  expect(await query(second.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test.runIf(isRoot)('root can take over the directory of an ordinary user, who can start again afterwards', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await chown(dataDir, ordinaryUser.uid, ordinaryUser.gid)
  const theirs = await startServerProcess(ordinaryUser)
  await query(theirs.url, 'create table kept as select 42 as answer')
  await kill(theirs)
  const ours = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(ours.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(await findPostgresUser()).toBe(ordinaryUser.uid)
  await ours.stop()
  const again = await startServerProcess(ordinaryUser)
  expect(again.line).toMatch(/^ready /)
})

test.runIf(isRoot).each([
  ['postgres', 'a database that an earlier version ran as nobody'],
  ['.', 'the database in a directory of nobody'],
])('V13.2.2 below %s: %s gets its own account', async (path) => {
  const first = await startEmbeddedPostgres({ dataDir, log: ignore })
  await query(first.ownerUrl, 'create table kept as select 42 as answer')
  await first.stop()
  execFileSync('chown', ['-R', 'nobody:', join(dataDir, path)])
  const next = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(next.ownerUrl, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(await findPostgresUser()).toBe(readUserId('portal-postgres'))
  const foreign = execFileSync('find', [join(dataDir, 'postgres'), '!', '-user', 'portal-postgres'])
  expect(foreign.toString()).toBe('')
  await next.stop()
})

test.runIf(isRoot)('V13.2.2 a link planted in such a database is not followed', async () => {
  const outside = join(dataDir, 'outside')
  await writeFile(outside, '')
  await symlink(outside, join(dataDir, 'postgres/symbolic'))
  execFileSync('chown', ['-Rh', 'nobody:', join(dataDir, 'postgres')])
  const { stop } = await startEmbeddedPostgres({ dataDir, log: ignore })
  await stop()
  expect((await stat(outside)).uid).toBe(0)

  await link(outside, join(dataDir, 'postgres/hard'))
  execFileSync('chown', ['nobody:', join(dataDir, 'postgres')])
  await expect(startEmbeddedPostgres({ dataDir, log: ignore })).rejects.toThrow('has several names')
  expect((await stat(outside)).uid).toBe(0)
})

describe('a running server', () => {
  let directory: string
  let server: EmbeddedPostgres
  beforeAll(async () => {
    directory = await createDirectory()
    copyCluster(directory)
    server = await startEmbeddedPostgres({ dataDir: directory, log: ignore })
  })
  afterAll(async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  })

  test('it uses checksums and fsync, accepts no network connections and lower-cases Yoruba text', async () => {
    const [facts] = await query(
      server.ownerUrl,
      `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('listen_addresses') as addresses, lower('ẸKỌ́') as lower`,
    )
    expect(facts).toEqual({ checksums: 'on', fsync: 'on', addresses: '', lower: 'ẹkọ́' })
  })

  test.runIf(isRoot)('V13.2.2 under root PostgreSQL runs as an account of its own', async () => {
    expect(await findPostgresUser(directory)).toBe(readUserId('portal-postgres'))
    expect(readUserId('portal-postgres')).not.toBe(readUserId('nobody'))
  })

  test.runIf(isRoot)('V13.2.2 another user of the machine cannot connect, even with access to the socket', async () => {
    await chmod(join(directory, 'postgres'), 0o755)
    await chmod(join(directory, 'postgres/.s.PGSQL.5432'), 0o777)
    for (const role of [server.ownerUrl, server.url])
      expect(connectAs(ordinaryUser, role)).toMatch(/^Peer authentication failed/)
    expect(connectAs({ uid: 0, gid: 0 }, server.url)).toBe('connected')
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
})
