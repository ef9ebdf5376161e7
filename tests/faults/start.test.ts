// What an operator reads when a server cannot start, and how several servers start on one database.
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServer, stopProcess } from '#tests/support/faults/child-processes.ts'
import { createPool, type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { fetchStatus, waitUntilReady } from '#tests/support/faults/health.ts'
import { builtServer } from '#tests/support/faults/server-process.ts'
import { replaceDatabaseName } from '#tests/support/postgres/postgres-admin.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'
import { getS3Settings, startS3Server } from '#tests/support/simulators/s3-server.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await startEnvironment()
})
afterAll(() => environment.close())

const startAndFail = (settings: Record<string, string>) =>
  environment.start(settings).then(
    () => 'it started',
    (error: Error) => error.message,
  )

test('a server that cannot use its bucket does not start, and says why', async () => {
  const store = await startS3Server()
  const settings = getS3Settings({ ...store, bucket: 'mistyped' })
  expect(await startAndFail(settings)).toContain('The bucket mistyped (S3_BUCKET) does not exist.')
  expect(await startAndFail({ ...settings, S3_BUCKET: store.bucket, S3_SECRET_ACCESS_KEY: 'wrong' })).toContain(
    'does not let S3_ACCESS_KEY_ID write',
  )
  await store.close()
  // An outage passes, so it does not keep the server from starting.
  const server = await environment.start({ ...settings, S3_BUCKET: store.bucket })
  await expect.poll(() => server.output()).toContain('the file store is not available yet')
  await server.stop()
}, 120_000)

test('a server with a bucket and a database stores nothing, so it needs no DATA_DIR', async () => {
  const store = await startS3Server()
  const server = await environment.start({
    ...getS3Settings(store),
    // Cannot be created, as in a container whose root is read-only.
    DATA_DIR: '/dev/null/portal',
  })
  expect(await server.stop()).toBe(0)
  await store.close()
}, 120_000)

test("a server that cannot use its database says so with the database's own words", async () => {
  const wrong = new URL(environment.database)
  wrong.pathname = 'mistyped'
  const output = await startAndFail({ DATABASE_URL: wrong.href, DATABASE_OWNER_URL: wrong.href })
  expect(output).toContain('database "mistyped" does not exist')
  expect(output).not.toContain('Failed query')
}, 120_000)

test('with MIGRATE=no a server waits for the command, which creates the tables, and needs no owner', async () => {
  const { ownerDatabase, settings } = environment
  await environment.pool.query('create database unmigrated')
  const url = replaceDatabaseName(environment.database, 'unmigrated')
  const port = String(await freePort())
  const origin = `http://127.0.0.1:${port}`
  const server = spawnServer(join(builtServer, 'main.js'), {
    ...settings,
    PORT: port,
    PUBLIC_URL: origin,
    DATABASE_URL: url,
    MIGRATE: 'no',
  })
  let printed = ''
  server.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 60_000 }).toContain('waiting for `npm run migrate`, because MIGRATE=no')
  expect(await fetchStatus(origin, '/readyz')).toBeNull()

  const ownerUrl = replaceDatabaseName(ownerDatabase, 'unmigrated')
  const command = spawnServer(join(builtServer, 'commands/migrate.js'), {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
  })
  expect(await text(command.stdout!)).toMatch(/^The database has all \d+ migrations\.\n$/)
  await waitUntilReady(origin)
  await stopProcess(server)

  const pool = createPool(ownerUrl)
  const { rows } = await pool.query('select count(*)::int as exercises from exercises')
  await pool.end()
  expect(rows).toEqual([{ exercises: 0 }])
}, 120_000)
