import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

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

async function readPostmasterPid(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
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
  await expect.poll(readPostmasterPid, { timeout: 30_000 }).toBeUndefined()
}

/** Starts another process on the same directory and resolves with its first output line. */
async function startServerProcess(options: { path?: string; uid?: number; gid?: number } = {}) {
  const { path = process.env.PATH, ...account } = options
  const script = resolve('tests/support/postgres/postgres-owner.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
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
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(await readPostmasterPid()).toBeUndefined()

  const second = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('it uses checksums and fsync, accepts no network connections and lower-cases Yoruba text', async () => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: ignore })
  const [facts] = await query(
    url,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, lower('ẸKỌ́') as lower`,
  )
  expect(facts).toEqual({ checksums: 'on', fsync: 'on', addresses: '', lower: 'ẹkọ́' })
  await stop()
})

test('a second server on the same directory is refused and the first keeps running', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: ignore })
  const second = await startServerProcess()
  expect(second.line).toBe(`refused The database is in use by another server (process ${process.pid}).`)
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
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
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: (message) => messages.push(message) })
  await query(url, 'create table kept as select 42 as answer')
  process.kill((await readPostmasterPid()) ?? 0, 'SIGKILL')
  await expect
    .poll(() => query(url, 'select answer from kept').catch(() => 'down'), { timeout: 15_000 })
    .toEqual([{ answer: 42 }])
  expect(messages).toContain('PostgreSQL exited unexpectedly; restarting it.')
  await stop()
  expect(await readPostmasterPid()).toBeUndefined()
})

test('a killed server does not block the next start and no data is lost', async () => {
  const first = await startServerProcess()
  await query(first.url, 'create table kept as select 42 as answer')
  await kill(first)
  const next = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await next.stop()
})

test('a PostgreSQL that outlives its killed server is taken over by the next server', async () => {
  const first = await startServerProcess({ path: '/nonexistent' })
  const orphan = await readPostmasterPid()
  await kill(first)
  const next = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await readPostmasterPid()).toBe(orphan)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const another = await startServerProcess()
  expect(another.line).toMatch(/^refused .*in use by another server/)
  await next.stop()
  expect(await readPostmasterPid()).toBeUndefined()
})

test('a directory whose path is too long for a socket can be used', async () => {
  const long = join(dataDir, 'a-very-long-name-indeed'.repeat(6))
  await mkdir(long)
  copyCluster(long)
  const { url, stop } = await startEmbeddedPostgres({ dataDir: long, log: ignore })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test.runIf(isRoot)('root can use a directory that only root may enter', async () => {
  const closed = join(dataDir, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const first = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test.runIf(isRoot)('root can take over the directory of an ordinary user', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await chown(dataDir, 65534, 65534)
  const theirs = await startServerProcess({ uid: 65534, gid: 65534 })
  await query(theirs.url, 'create table kept as select 42 as answer')
  await kill(theirs)
  const ours = await startEmbeddedPostgres({ dataDir, log: ignore })
  expect(await query(ours.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await ours.stop()
})
