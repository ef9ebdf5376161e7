// Servers that start at the same time, and servers that leave migrating to a command.
import pg from 'pg'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
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
async function holdMigrationLock(): Promise<() => Promise<unknown>> {
  const client = await connect(database.url)
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

test('nothing is told without a wait', async () => {
  const onWait = vi.fn()
  await migrate(database.url, database.applicationUrl, { onWait })
  await waitForMigrations((await connect(database.applicationUrl)) as never, { onWait })
  expect(onWait).not.toHaveBeenCalled()
})

test('a server that does not migrate waits for the command, and sees with its own role that it is done', async () => {
  const owner = await connect(database.url)
  const application = (await connect(database.applicationUrl)) as never
  await owner.query('create table newest as select * from drizzle.__drizzle_migrations order by id desc limit 1')
  await owner.query('delete from drizzle.__drizzle_migrations where id in (select id from newest)')
  await expect(waitForMigrations(application, { timeoutMs: 100 })).rejects.toThrow('run `npm run migrate` first')

  const onWait = vi.fn()
  const waiting = waitForMigrations(application, { onWait, noticeAfterMs: 50 })
  await expect.poll(() => onWait.mock.calls).toHaveLength(1)
  await owner.query('insert into drizzle.__drizzle_migrations select * from newest')
  await waiting
})

test('a server that does not migrate waits while a migration runs', async () => {
  const release = await holdMigrationLock()
  const application = (await connect(database.applicationUrl)) as never
  await expect(waitForMigrations(application, { timeoutMs: 100 })).rejects.toThrow('run `npm run migrate` first')
  await release()
  await waitForMigrations(application)
})

test('one role for everything keeps its rights, whichever address leads to it', async () => {
  const other = new URL(database.url)
  other.searchParams.set('application_name', 'pooled')
  await migrate(database.url, other.href)
  const owner = await connect(database.url)
  const { rows } = await owner.query(`select has_table_privilege('audit_log', 'delete') as may`)
  expect(rows).toEqual([{ may: true }])
})
