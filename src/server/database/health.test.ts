import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { readArchiveFailureAge, readOldestTransactionAge } from './health.ts'

const minutesAgo = (minutes: number) => `(now() - interval '${minutes} minutes')`

async function openDatabase(): Promise<pg.Client> {
  const database = await createTestDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return client
}

test.each([
  ['that was never asked for has not failed', { archived: 'null', failed: 'null' }, 0],
  ['that failed once and works again has not failed', { archived: minutesAgo(1), failed: minutesAgo(2) }, 0],
  ['that fails is told since the last file', { archived: minutesAgo(30), failed: minutesAgo(1) }, 30 * 60],
  ['that never worked is told since the counters began', { archived: 'null', failed: minutesAgo(1) }, 60 * 60],
])('an archive of the log %s', async (_, { archived, failed }, seconds) => {
  const client = await openDatabase()
  // A temporary table hides the server's own view of the same name.
  await client.query(`create temporary table pg_stat_archiver as select ${archived}::timestamptz as last_archived_time,
    ${failed}::timestamptz as last_failed_time, ${minutesAgo(60)} as stats_reset`)
  const age = await readArchiveFailureAge(client)
  expect(age).toBeGreaterThanOrEqual(seconds)
  expect(age).toBeLessThan(seconds + 60)
})

test.each([
  ['this database is told', 'pg_catalog.current_database()', 60],
  ['another one is not', "'other'", 0],
])('an open transaction of %s', async (_, name, seconds) => {
  const client = await openDatabase()
  // A temporary table hides the server's own view of the same name.
  await client.query(`create temporary table pg_stat_activity as select ${name}::text as datname, xact_start
    from (values (null), (now()), (${minutesAgo(1)})) as began (xact_start)`)
  const age = await readOldestTransactionAge(client)
  expect(age).toBeGreaterThanOrEqual(seconds)
  expect(age).toBeLessThan(seconds + 60)
})
