// Servers that start at the same time, and servers that leave migrating to a command.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replaceDatabaseName } from '#tests/support/postgres/postgres-admin.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { applyFunctions, listChangedFunctions } from './apply-functions.ts'
import { migrate, waitForMigrations } from './migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** As another server that is migrating now. */
async function holdMigrationLock(url = database.url): Promise<() => Promise<unknown>> {
  const client = await connect(url)
  await client.query('select pg_advisory_lock(20241101)')
  return () => client.query('select pg_advisory_unlock_all()')
}

test("a wait for another server's migration is told once, and ends when that server is done", async () => {
  const release = await holdMigrationLock()
  const onWait = vi.fn()
  const migrating = migrate(database.url, database.applicationUrl, { onWait, noticeAfterMs: 50 })
  await expect.poll(() => onWait.mock.calls).toHaveLength(1)
  await release()
  await migrating
  expect(onWait).toHaveBeenCalledTimes(1)
})

test('a wait that is too long ends with a sentence', async () => {
  await holdMigrationLock()
  await expect(migrate(database.url, database.url, { timeoutMs: 100 })).rejects.toThrow(
    'Another server has been migrating the database for',
  )
})

test('a wait that the database ends says why, and so does a version without its migrations', async () => {
  const release = await holdMigrationLock()
  const migrating = migrate(database.url)
  const owner = await connect(database.url)
  await expect.poll(() => countLockWaits(owner)).toBe(1)
  await Promise.all([
    expect(migrating).rejects.toThrow('terminating connection'),
    owner.query('select pg_terminate_backend(pid) from pg_locks where objid = 20241101 and not granted'),
  ])
  await release()
  await expect(migrate(database.url, database.url, { folder: '/nowhere' })).rejects.toThrow(
    'The migrations are missing: /nowhere',
  )
})

test('nothing is told without a wait, and no connection stays open', async () => {
  const onWait = vi.fn()
  const owner = await connect(database.url)
  await migrate(database.url, database.applicationUrl, { onWait })
  const listOthers = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  // Sooner than a pool closes what is idle.
  await expect.poll(async () => (await owner.query(listOthers)).rowCount, { timeout: 5_000 }).toBe(0)
  await waitForMigrations((await connect(database.applicationUrl)) as never, { onWait })
  expect(onWait).not.toHaveBeenCalled()
})

test('a server that does not migrate waits for the command, and sees with its own role that it is done', async () => {
  const owner = await connect(database.url)
  const application = (await connect(database.applicationUrl)) as never
  await owner.query('create table newest as select * from drizzle.__drizzle_migrations order by id desc limit 1')
  await owner.query('delete from drizzle.__drizzle_migrations where id in (select id from newest)')
  const onWait = vi.fn()
  const tooLong = waitForMigrations(application, { timeoutMs: 100, noticeAfterMs: 0, onWait })
  await expect(tooLong).rejects.toThrow('run `npm run migrate` first')
  expect(onWait.mock.calls).toEqual([['`npm run migrate`, because MIGRATE=no']])

  onWait.mockClear()
  const waiting = waitForMigrations(application, { onWait, noticeAfterMs: 50 })
  await expect.poll(() => onWait.mock.calls).toHaveLength(1)
  await owner.query('insert into drizzle.__drizzle_migrations select * from newest')
  await waiting
})

test('a server that does not migrate waits while a migration runs', async () => {
  const release = await holdMigrationLock()
  const application = (await connect(database.applicationUrl)) as never
  const onWait = vi.fn()
  const tooLong = waitForMigrations(application, { timeoutMs: 100, onWait })
  await expect(tooLong).rejects.toThrow('run `npm run migrate` first')
  // It says so after a while only.
  expect(onWait).not.toHaveBeenCalled()
  await release()
  // Neither the migration of another database is one of this, nor are other locks of this database.
  await holdMigrationLock(replaceDatabaseName(database.url, 'postgres'))
  const other = await connect(database.url)
  await other.query(
    'select pg_advisory_lock(1), pg_advisory_lock(0, 20241101), pg_advisory_lock((1::bigint << 32) + 20241101)',
  )
  await waitForMigrations(application, { timeoutMs: 100 })
})

// As an applicant's call: a row of drafts first, then one of applications.
async function write(client: pg.Client, isStopped: () => boolean): Promise<number> {
  let written = 0
  while (!isStopped()) {
    await client.query('begin')
    await client.query('lock table drafts in row exclusive mode')
    await client.query('lock table applications in row exclusive mode')
    await client.query('commit')
    written++
  }
  return written
}

function createFolder(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  const last = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_next' })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  writeFileSync(join(folder, '9999_next.sql'), sql)
  return folder
}

test('a migration under writers succeeds, and no call of theirs fails, whatever the order of its statements', async () => {
  const folder = createFolder(
    'alter table "applications" add column "next" int;--> statement-breakpoint\nalter table "drafts" add column "next" int;',
  )
  let isStopped = false
  const clients = await Promise.all(Array.from({ length: 6 }, () => connect(database.url)))
  const writing = Promise.all(clients.map((client) => write(client, () => isStopped)))
  await migrate(database.url, database.applicationUrl, { folder }).finally(() => {
    isStopped = true
  })
  for (const written of await writing) expect(written).toBeGreaterThan(0)
  const { rows } = await clients[0]!.query(
    `select table_name from information_schema.columns where column_name = 'next' order by 1`,
  )
  expect(rows).toEqual([{ table_name: 'applications' }, { table_name: 'drafts' }])
})

test('a migration gives way to a call that holds its table, and to a deadlock, without an error for the call', async () => {
  const folder = createFolder(
    'alter table "applications" add column "next" int; alter table "drafts" add column "next" int;',
  )
  const [writer, observer] = [await connect(database.url), await connect(database.url)]
  await writer.query('begin')
  await writer.query('lock table drafts in row exclusive mode')
  const onWait = vi.fn()
  const migrating = migrate(database.url, database.applicationUrl, { folder, onWait, noticeAfterMs: 0 })
  // It holds applications by then, and waits for drafts.
  await expect.poll(() => countLockWaits(observer), { interval: 10, timeout: 10_000 }).toBe(1)
  await writer.query('lock table applications in row exclusive mode')
  const listTold = () => onWait.mock.calls.flat().filter((what) => what === 'calls that use the tables to be changed')
  await expect.poll(listTold).toHaveLength(1)
  // Its next attempt, which gives way as well.
  await expect.poll(() => countLockWaits(observer), { interval: 10, timeout: 10_000 }).toBe(1)
  await expect.poll(() => countLockWaits(observer), { interval: 10, timeout: 10_000 }).toBe(0)
  await writer.query('commit')
  await migrating
  expect(listTold()).toHaveLength(1)
})

test('a migration that gives way for too long ends with a sentence, and tells nothing before it is time', async () => {
  const folder = createFolder('alter table "drafts" add column "next" int;')
  const writer = await connect(database.url)
  await writer.query('begin')
  await writer.query('lock table drafts in row exclusive mode')
  const onWait = vi.fn()
  const tooLong = migrate(database.url, database.applicationUrl, { folder, onWait, timeoutMs: 1_000 })
  await expect(tooLong).rejects.toThrow('The migration could not lock its tables for 1 s')
  expect(onWait).not.toHaveBeenCalled()
})

test('a migration that fails says why, and is not tried again', async () => {
  const folder = createFolder('alter table "nowhere" add column "next" int;')
  const failed = migrate(database.url, database.applicationUrl, { folder, timeoutMs: 300 })
  await expect(failed).rejects.toThrow('nowhere')
  const ending = createFolder('select pg_terminate_backend(pg_backend_pid());')
  await expect(migrate(database.url, database.applicationUrl, { folder: ending })).rejects.toThrow('terminating')
})

test('without a migration the functions of a newer version stay', async () => {
  const owner = await connect(database.url)
  await owner.query(`update drizzle.applied_functions set statements = 'newer'`)
  await migrate(database.url)
  const { rows } = await owner.query('select distinct statements from drizzle.applied_functions')
  expect(rows).toEqual([{ statements: 'newer' }])
})

test('functions and triggers are applied again when their file has changed', async () => {
  const owner = await connect(database.url)
  await owner.query(`update drizzle.applied_functions set statements = 'older'`)
  await applyFunctions(owner, await listChangedFunctions(owner))
  expect(await listChangedFunctions(owner)).toEqual([])
})

test('one role for everything keeps its rights, whichever address leads to it', async () => {
  const other = new URL(database.url)
  other.searchParams.set('application_name', 'pooled')
  await migrate(database.url, other.href)
  const owner = await connect(database.url)
  // As it is written down: a superuser may do everything anyhow.
  const { rows } = await owner.query(
    `select privilege_type as right from pg_class, aclexplode(coalesce(relacl, acldefault('r', relowner)))
     where oid = 'audit_log'::regclass and grantee = relowner and privilege_type in ('DELETE', 'UPDATE') order by 1`,
  )
  expect(rows).toEqual([{ right: 'DELETE' }, { right: 'UPDATE' }])
})
