import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startManagedPostgres } from './embedded-postgres.ts'

// Each starts servers, some of them several.
vi.setConfig({ testTimeout: 90_000 })

const isRoot = process.getuid?.() === 0
const ignore = () => undefined
let usedBefore: string
let dataDir: string
let owners: ChildProcess[]

// Making a cluster takes a second or more; most tests begin with a copy of one.
beforeAll(async () => {
  usedBefore = await newDirectory()
  const { stop } = await startManagedPostgres({ dataDir: usedBefore, log: ignore })
  await stop()
})

beforeEach(async () => {
  owners = []
  dataDir = await newDirectory()
  copyUsed(dataDir)
})

afterAll(() => rm(usedBefore, { recursive: true, force: true }))

afterEach(async () => {
  for (const owner of owners) owner.kill('SIGKILL')
  await endOfPostmaster()
  await rm(dataDir, { recursive: true, force: true })
})

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'portal-data-'))
  await chmod(directory, 0o755)
  return directory
}

/** Copies with owners and modes, which PostgreSQL is particular about. */
function copyUsed(directory: string): void {
  execFileSync('cp', ['-a', `${usedBefore}/.`, directory])
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', ignore)
  await client.connect()
  const { rows } = await client.query<Row>(statement).finally(() => client.end())
  return rows
}

async function postmasterPid(): Promise<number | undefined> {
  const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(file, 10) || undefined
}

async function endOfPostmaster(): Promise<void> {
  const pid = await postmasterPid()
  if (!pid) return
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    return
  }
  await expect.poll(postmasterPid, { timeout: 30_000 }).toBeUndefined()
}

/** Starts another process on the same directory; resolves with its first line. */
async function anotherServer(options: { path?: string; uid?: number; gid?: number } = {}) {
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

async function killed({ child }: { child: ChildProcess }): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

test('what was written is there after a stop and a start', async () => {
  const first = await startManagedPostgres({ dataDir, log: ignore })
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  expect(await postmasterPid()).toBeUndefined()

  const second = await startManagedPostgres({ dataDir, log: ignore })
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test('it keeps checksums and fsync, takes no network connections and knows the letters of Yoruba', async () => {
  const { url, stop } = await startManagedPostgres({ dataDir, log: ignore })
  const [facts] = await ask(
    url,
    `select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, lower('ẸKỌ́') as lower`,
  )
  expect(facts).toEqual({ checksums: 'on', fsync: 'on', addresses: '', lower: 'ẹkọ́' })
  await stop()
})

test('a second server on the same directory is refused and the first goes on', async () => {
  const first = await startManagedPostgres({ dataDir, log: ignore })
  const second = await anotherServer()
  expect(second.line).toBe(`refused The database is in use by another server (process ${process.pid}).`)
  expect(await ask(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('of two servers starting at once on a new directory one gets it and the other is refused', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  const both = await Promise.all([anotherServer(), anotherServer()])
  const winner = both.find(({ line }) => line.startsWith('ready '))
  const loser = both.find(({ line }) => line.startsWith('refused '))
  expect(loser?.line).toBe(`refused The database is in use by another server (process ${winner?.child.pid}).`)
  expect(await ask(winner?.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed PostgreSQL is back in moments under the same URL, nothing lost', async () => {
  const messages: string[] = []
  const { url, stop } = await startManagedPostgres({ dataDir, log: (message) => messages.push(message) })
  await ask(url, 'create table kept as select 42 as answer')
  process.kill((await postmasterPid()) ?? 0, 'SIGKILL')
  await expect
    .poll(() => ask(url, 'select answer from kept').catch(() => 'down'), { timeout: 15_000 })
    .toEqual([{ answer: 42 }])
  expect(messages).toContain('PostgreSQL ended unasked; starting it again.')
  await stop()
  expect(await postmasterPid()).toBeUndefined()
})

test('a killed server does not block the next start, nothing lost', async () => {
  const first = await anotherServer()
  await ask(first.url, 'create table kept as select 42 as answer')
  await killed(first)
  const next = await startManagedPostgres({ dataDir, log: ignore })
  expect(await ask(next.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await next.stop()
})

test('where the system lets PostgreSQL outlive a killed server, the next one takes it over', async () => {
  const first = await anotherServer({ path: '/nonexistent' })
  const orphan = await postmasterPid()
  await killed(first)
  const next = await startManagedPostgres({ dataDir, log: ignore })
  expect(await postmasterPid()).toBe(orphan)
  expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const another = await anotherServer()
  expect(another.line).toMatch(/^refused .*in use by another server/)
  await next.stop()
  expect(await postmasterPid()).toBeUndefined()
})

test('a directory with a name too long for a socket will do', async () => {
  const long = join(dataDir, 'a-very-long-name-indeed'.repeat(6))
  await mkdir(long)
  copyUsed(long)
  const { url, stop } = await startManagedPostgres({ dataDir: long, log: ignore })
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test.runIf(isRoot)('under root, a directory that only root may enter will do', async () => {
  const closed = join(dataDir, 'closed')
  await mkdir(closed, { mode: 0o700 })
  const first = await startManagedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  await ask(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await startManagedPostgres({ dataDir: join(closed, 'data'), log: ignore })
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await second.stop()
})

test.runIf(isRoot)('an ordinary user keeps one as well, and root can take its directory over', async () => {
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await chown(dataDir, 65534, 65534)
  const theirs = await anotherServer({ uid: 65534, gid: 65534 })
  await ask(theirs.url, 'create table kept as select 42 as answer')
  await killed(theirs)
  const ours = await startManagedPostgres({ dataDir, log: ignore })
  expect(await ask(ours.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await ours.stop()
})
