import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { lockTables } from './lock-tables.ts'

async function listLocks(statement: string) {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('begin')
  await lockTables(client, [statement], new Set())
  const { rows } = await client.query<{ lock: string }>(
    `select relation::regclass || ' ' || mode as lock from pg_locks
      where pid = pg_backend_pid() and locktype = 'relation' and mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock') order by 1`,
  )
  // What follows waits as long for any other lock.
  expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '800ms' }])
  return rows.map(({ lock }) => lock)
}

test.each([
  ['alter table "drafts" add column "note" text', ['drafts AccessExclusiveLock']],
  ['ALTER TABLE IF EXISTS public.drafts DROP COLUMN note -- drop table accounts', ['drafts AccessExclusiveLock']],
  ['drop trigger if exists accounts on drafts', ['drafts AccessExclusiveLock']],
  ['create unique index if not exists one on drafts (revision)', ['drafts ShareRowExclusiveLock']],
  ['create constraint trigger seen after insert on drafts execute function f()', ['drafts ShareRowExclusiveLock']],
  [
    'alter table drafts add foreign key (file) references files(id)',
    ['drafts AccessExclusiveLock', 'files ShareRowExclusiveLock'],
  ],
  ['create index on drafts (a); drop trigger b on drafts', ['drafts AccessExclusiveLock']],
  ['grant select on table drafts to public; alter table migrations add note text', []],
  ['create table notes (id int); update drafts set note = 1', []],
  ['grant select, trigger on drafts to public; drop policy one on drafts; create policy one on drafts', []],
])('before "%s" these are locked: %s', async (statement, locks) => {
  expect(await listLocks(statement)).toEqual(locks)
})
