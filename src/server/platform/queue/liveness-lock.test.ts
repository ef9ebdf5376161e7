// Jobs of workers that are alive, were killed, or have just started. The tests wait, so each has its own database and
// they run concurrently.
import pg from 'pg'
import { describe, type ExpectStatic, test } from 'vitest'
import { startDatabaseProxy } from '#tests/support/postgres/database-proxy.ts'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import {
  listJobsNotRunning,
  listWorkersWithoutLock,
  unlockJobsOfDeadWorkers,
  unlockLostJobs,
} from './graphile-internals.ts'
import { holdLivenessLock } from './liveness-lock.ts'
import { queueTimes, scaleQueueTimes } from './times.ts'

interface Context {
  expect: ExpectStatic
  onTestFinished(undo: () => Promise<void>): void
}

const { livenessConnect, livenessQuery } = queueTimes
/** What a busy machine needs is not shorter. */
const times = { ...scaleQueueTimes(0.1), livenessConnect, livenessQuery }

/** Locked in the future, so that the job stays new even on a slow machine. */
const justNow = -60

async function createQueue({ expect, onTestFinished }: Context) {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })

  async function findOwner(job: string): Promise<string | null> {
    const { rows } = await pool.query<{ owner: string | null }>(
      'select locked_by as owner from graphile_worker._private_jobs where id = $1',
      [job],
    )
    return rows[0]?.owner ?? null
  }

  return {
    url: database.url,
    pool,
    findOwner,
    /** Resolves with the id of a job that this worker locked so many seconds ago. */
    async addLockedJob(worker: string, secondsAgo = 60, db: pg.Pool | pg.PoolClient = pool): Promise<string> {
      const { rows } = await db.query<{ id: string }>(`select id from graphile_worker.add_job('send_email')`)
      const id = rows[0]?.id ?? ''
      await db.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2) where id = $3`,
        [worker, secondsAgo, id],
      )
      return id
    },
    startWorker(worker: string, runningJobs: string[] = []) {
      const lock = holdLivenessLock(database.url, worker, () => runningJobs, times)
      onTestFinished(() => lock.release())
      return lock
    },
    /** One recovery unlocks all jobs that it may: once a lost job is unlocked, those still locked stay so. */
    waitForRecovery: (lostJob: string) => expect.poll(() => findOwner(lostJob)).toBeNull(),
    async waitUntilAlive(worker: string) {
      const countLocks = async () => {
        const { rows } = await pool.query(
          `select from pg_locks where locktype = 'advisory' and granted and classid = 4100744
             and database = (select oid from pg_database where datname = current_database())
             and objid = (hashtext($1)::bigint & 4294967295)::oid`,
          [worker],
        )
        return rows.length
      }
      await expect.poll(countLocks).toBe(1)
    },
  }
}

describe.concurrent('liveness lock', () => {
  test('jobs of a killed worker are unlocked by another worker', async (context) => {
    const { pool, addLockedJob, startWorker, waitForRecovery } = await createQueue(context)
    const lost = [await addLockedJob('killed'), await addLockedJob('killed')]
    startWorker('other')
    for (const job of lost) await waitForRecovery(job)
    const { rows } = await pool.query('select from graphile_worker._private_jobs where is_available')
    context.expect(rows).toHaveLength(2)
  })

  test('jobs of a living worker stay locked however long they take', async (context) => {
    const { addLockedJob, findOwner, startWorker, waitForRecovery, waitUntilAlive } = await createQueue(context)
    const running = await addLockedJob('living', 3600)
    startWorker('living', [running])
    await waitUntilAlive('living')
    const lost = await addLockedJob('killed')
    startWorker('other')
    await waitForRecovery(lost)
    context.expect(await findOwner(running)).toBe('living')
  })

  test('a job locked a moment ago stays locked, because its worker may not hold its liveness lock yet', async (context) => {
    const { addLockedJob, findOwner, startWorker, waitForRecovery } = await createQueue(context)
    const lost = await addLockedJob('killed')
    const newJob = await addLockedJob('starting', justNow)
    startWorker('other')
    await waitForRecovery(lost)
    context.expect(await findOwner(newJob)).toBe('starting')
  })

  test('a moment is five seconds', async (context) => {
    const { pool, addLockedJob } = await createQueue(context)
    const client = await pool.connect()
    context.onTestFinished(async () => client.release(true))
    // The time of a transaction stands still.
    await client.query('begin')
    await addLockedJob('new', 4, client)
    await addLockedJob('old', 6, client)
    context.expect(await listWorkersWithoutLock(client, 'other')).toEqual(['old'])
    context.expect(await listJobsNotRunning(client, 'new', [])).toEqual([])
    context.expect(await listJobsNotRunning(client, 'old', [])).toHaveLength(1)
  })

  test('what was found lost stays locked when its worker lives after all, or the job is another one meanwhile', async (context) => {
    const { pool, addLockedJob, findOwner, startWorker, waitUntilAlive } = await createQueue(context)
    const running = await addLockedJob('living', 3600)
    startWorker('living', [running])
    await waitUntilAlive('living')
    await unlockJobsOfDeadWorkers(pool, ['living'])
    await unlockLostJobs(pool, 'living', [{ id: running, lockedAt: '2024-01-01' }])
    context.expect(await listJobsNotRunning(pool, 'living', [running])).toEqual([])
    const [lock] = await listJobsNotRunning(pool, 'living', [])
    await unlockLostJobs(pool, 'other', [lock!])
    context.expect(await findOwner(running)).toBe('living')
    await unlockLostJobs(pool, 'living', [lock!])
    context.expect(await findOwner(running)).toBeNull()
  })

  test('jobs of a killed worker are free within fifteen seconds, also after a search that failed', ({ expect }) => {
    const { livenessCheck, livenessRetry, poll, idle } = queueTimes
    expect(5_000 + 2 * livenessCheck).toBeLessThanOrEqual(15_000)
    expect(livenessRetry).toBeLessThan(livenessCheck)
    // A runner that polls is not taken for one that hangs.
    expect(2 * poll).toBeLessThan(idle)
  })

  test('a worker unlocks jobs under its own name that it does not run', async (context) => {
    const { addLockedJob, findOwner, startWorker, waitForRecovery } = await createQueue(context)
    const running = await addLockedJob('living')
    const lost = await addLockedJob('living')
    const justLocked = await addLockedJob('living', justNow)
    startWorker('living', [running])
    await waitForRecovery(lost)
    context.expect(await findOwner(running)).toBe('living')
    context.expect(await findOwner(justLocked)).toBe('living')
  })

  test('what one search finds lost stays locked until the next one', async (context) => {
    const { url, pool, addLockedJob, findOwner } = await createQueue(context)
    const lost = [await addLockedJob('killed'), await addLockedJob('seldom checking')]
    const lock = holdLivenessLock(url, 'seldom checking', () => [], { ...times, livenessCheck: 600_000 })
    context.onTestFinished(() => lock.release())
    const countSearches = async () => {
      const { rows } = await pool.query(`select from pg_stat_activity where application_name = 'portal-worker'
        and datname = current_database() and state = 'idle' and query like '%locked_by = $1 and locked_at <%'`)
      return rows.length
    }
    await context.expect.poll(countSearches).toBe(1)
    context.expect(await Promise.all(lost.map(findOwner))).toEqual(['killed', 'seldom checking'])
  })

  test('what was found lost before a search that failed stays locked until two more find it', async (context) => {
    const { url, addLockedJob, findOwner } = await createQueue(context)
    const lost = await addLockedJob('killed')
    let asked = 0
    // A search asks once, and once more when it has succeeded: every other one fails.
    const lock = holdLivenessLock(
      url,
      'failing',
      () => {
        if (++asked % 3 === 0) throw new Error('This search fails.')
        return []
      },
      times,
    )
    context.onTestFinished(() => lock.release())
    await context.expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThanOrEqual(9)
    context.expect(await findOwner(lost)).toBe('killed')
  }, 40_000)

  test('a job that is locked anew between two searches stays locked', async (context) => {
    const { url, pool, addLockedJob, findOwner } = await createQueue(context)
    const [lost, relocked] = [await addLockedJob('living'), await addLockedJob('living')]
    const relocking = pool.query(`do $$ begin
      for attempt in 1..100 loop
        update graphile_worker._private_jobs set locked_at = locked_at + interval '1 millisecond' where id = ${relocked};
        commit;
        exit when exists (select from graphile_worker._private_jobs where id = ${lost} and locked_by is null);
        perform pg_sleep(0.3);
      end loop;
    end $$`)
    const lock = holdLivenessLock(url, 'living', () => [], { ...times, livenessCheck: 1_500 })
    context.onTestFinished(() => lock.release())
    await relocking
    context.expect([await findOwner(lost), await findOwner(relocked)]).toEqual([null, 'living'])
  }, 40_000)

  test('a job that turns out to run between the search and its end stays locked', async (context) => {
    const { url, addLockedJob, findOwner, waitForRecovery } = await createQueue(context)
    const running = await addLockedJob('living')
    const lost = await addLockedJob('living')
    let asked = 0
    // Each check asks twice.
    const lock = holdLivenessLock(url, 'living', () => (++asked % 2 === 0 ? [running] : []), times)
    context.onTestFinished(() => lock.release())
    await waitForRecovery(lost)
    context.expect(await findOwner(running)).toBe('living')
  })

  test('a worker that ends while it still waits for its lock keeps no session', async (context) => {
    const { pool, startWorker } = await createQueue(context)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(4100744, hashtext($1))', ['ending'])
    const lock = startWorker('ending')
    const countSessions = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'portal-worker' and datname = current_database()`,
      )
      return rows.length
    }
    await context.expect.poll(countSessions).toBe(1)
    await lock.release()
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await context.expect.poll(countSessions).toBe(0)
  })

  test('jobs of a worker that has stopped are unlocked', async (context) => {
    const { addLockedJob, startWorker, waitForRecovery, waitUntilAlive } = await createQueue(context)
    const job = await addLockedJob('stopping', 3600)
    const lock = startWorker('stopping', [job])
    await waitUntilAlive('stopping')
    await lock.release()
    startWorker('other')
    await waitForRecovery(job)
  })

  test('an attempt that waited too long for the lock does not hold it afterwards', async (context) => {
    const { pool, addLockedJob, startWorker, waitForRecovery } = await createQueue(context)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(4100744, hashtext($1))', ['living'])
    startWorker('living')
    const countWaiting = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'portal-worker' and datname = current_database()
         and wait_event_type = 'Lock' and now() - query_start > make_interval(secs => $1)`,
        [(1.2 * times.livenessLock) / 1000],
      )
      return rows.length
    }
    await context.expect.poll(countWaiting).toBe(1)
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    const lost = await addLockedJob('killed')
    await waitForRecovery(lost)
  }, 40_000)

  test('a worker whose session was closed by the database takes the lock again at once, and keeps unlocking jobs', async (context) => {
    const { url, pool, addLockedJob, startWorker, waitForRecovery, waitUntilAlive } = await createQueue(context)
    startWorker('living')
    const seldom = holdLivenessLock(url, 'seldom checking', () => [], { ...times, livenessCheck: 600_000 })
    context.onTestFinished(() => seldom.release())
    const workers = ['living', 'seldom checking']
    await Promise.all(workers.map(waitUntilAlive))
    // Between two checks: one that is under way would fail, and be repeated soon.
    const countIdle = async () => {
      const { rows } = await pool.query(`select from pg_stat_activity where application_name = 'portal-worker'
        and datname = current_database() and state = 'idle' and query like '%locked_at <%'`)
      return rows.length
    }
    await context.expect.poll(countIdle).toBe(2)
    await pool.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'portal-worker' and datname = current_database()`)
    const lost = await addLockedJob('killed')
    await waitForRecovery(lost)
    await Promise.all(workers.map(waitUntilAlive))
  }, 40_000)

  test('a worker whose session gets no answer any more takes the lock in another one', async (context) => {
    const { url, addLockedJob, waitForRecovery, waitUntilAlive } = await createQueue(context)
    const proxy = await startDatabaseProxy(url)
    const lock = holdLivenessLock(proxy.url, 'living', () => [], { ...times, livenessQuery: 1_000 })
    context.onTestFinished(async () => {
      await lock.release()
      await proxy.close()
    })
    await waitUntilAlive('living')
    proxy.holdBack('locked_by')
    await waitForRecovery(await addLockedJob('killed'))
    await waitUntilAlive('living')
  }, 40_000)
})
