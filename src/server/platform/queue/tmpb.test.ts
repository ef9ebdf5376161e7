// In a file of its own, because it blocks the event loop of all tests in it.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres/test-database.ts'
import { holdLivenessLock } from './liveness-lock.ts'
import { queueTimes, scaleQueueTimes } from './times.ts'
import { startWorker, type Tasks } from './worker.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const { livenessCheck, livenessQuery } = scaleQueueTimes(0.25)
// What else is limited stays as it is: a busy machine may be silent for as long as the block lasts.
const times = { ...queueTimes, livenessCheck, livenessQuery }
/** Longer than two checks of the liveness lock, and than a statement of it may take. */
const blockMs = 1.2 * times.livenessQuery

const blockEventLoop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs)

const countJobs = async () => (await pool.query('select from graphile_worker._private_jobs')).rows.length

test.each(Array.from({ length: 25 }, (_, n) => n))('run %i', async () => {
  const started: string[] = []
  const log: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const tasks = {
    async make_export({ exportId }: { exportId: string }) {
      started.push(exportId)
      await released
    },
    check_payment: async ({ paymentId }: { paymentId: string }) => void started.push(paymentId),
    // A runner without any task counts as one whose polls fail.
    prune: async () => {},
  } as Partial<Tasks> as Tasks
  const worker = await startWorker(database.url, tasks, { error: (_, message) => void log.push(message) }, times)
  await pool.query(`select graphile_worker.add_job('make_export', '{"exportId": "export"}')`)
  await expect.poll(() => started).toEqual(['export'])
  // Taken by the queue's statement, whose answer comes while nothing can read it.
  await pool.query(`select graphile_worker.add_job('check_payment', '{"paymentId": "check"}')`)
  blockEventLoop()
  // A check of the liveness lock, and the next one.
  await sleep(1.2 * times.livenessCheck)
  release()
  await expect.poll(countJobs).toBe(0)
  expect(started.sort()).toEqual(['check', 'export'])
  expect(log).toEqual([])
  await worker.stop()
}, 120_000)

test('a worker without its lock for a moment keeps its jobs', async () => {
  const { rows } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job('make_export')`)
  const id = rows[0]?.id ?? ''
  const findOwner = async () =>
    (await pool.query('select locked_by as owner from graphile_worker._private_jobs where id = $1', [id])).rows[0]
      ?.owner
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = 'living', locked_at = now() - interval '1 minute' where id = $1`,
    [id],
  )
  const checks = new Set<string>()
  // The last statement of a check, by the time when it began. Servers of other tests have databases of their own.
  const countChecks = async () => {
    const found = await pool.query<{ at: string }>(
      `select query_start::text as at from pg_stat_activity
       where datname = current_database() and application_name = 'portal-worker' and state = 'idle' and query like '%"lockedAt"%' and query not like '%pg_stat%'`,
    )
    for (const { at } of found.rows) checks.add(at)
    return checks.size
  }
  const other = holdLivenessLock(database.url, 'other', () => [], times)
  await expect.poll(countChecks).toBeGreaterThanOrEqual(1)
  const living = holdLivenessLock(database.url, 'living', () => [id], times)
  // Its own and the other's next ones.
  await expect.poll(countChecks, { timeout: 30_000 }).toBeGreaterThanOrEqual(4)
  expect(await findOwner()).toBe('living')
  await living.release()
  await other.release()
}, 60_000)
