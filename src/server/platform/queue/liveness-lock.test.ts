// Jobs in the hands of workers that live, that were killed, and that have yet to show life. Each test waits on its own
// database, so they wait together.
import pg from 'pg'
import { describe, type ExpectStatic, test } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { showLife } from './liveness-lock.ts'

interface Context {
  expect: ExpectStatic
  onTestFinished(undo: () => Promise<void>): void
}

/** In seconds ago: less than none, so that a slow machine does not turn it into a while. */
const aMoment = -60

async function aQueue({ expect, onTestFinished }: Context) {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })

  async function holderOf(job: string): Promise<string | null> {
    const { rows } = await pool.query<{ holder: string | null }>(
      'select locked_by as holder from graphile_worker._private_jobs where id = $1',
      [job],
    )
    return rows[0]?.holder ?? null
  }

  return {
    pool,
    holderOf,
    /** A job that this worker took so long ago; resolves with its id. */
    async aJobOf(worker: string, secondsAgo = 60): Promise<string> {
      const { rows } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job('send_email')`)
      const id = rows[0]?.id ?? ''
      await pool.query(
        `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2) where id = $3`,
        [worker, secondsAgo, id],
      )
      return id
    },
    showLifeOf(worker: string, inHand: string[] = []) {
      const sign = showLife(database.url, worker, () => inHand)
      onTestFinished(() => sign.end())
      return sign
    },
    /** One look frees everything that it may: once such a job is free, whatever is still held is left to its holder. */
    untilLooked: (lost: string) => expect.poll(() => holderOf(lost)).toBeNull(),
    async untilAlive(worker: string) {
      const signs = async () => {
        const { rows } = await pool.query(
          `select from pg_locks where locktype = 'advisory' and granted and classid = 4100744
             and database = (select oid from pg_database where datname = current_database())
             and objid = (hashtext($1)::bigint & 4294967295)::oid`,
          [worker],
        )
        return rows.length
      }
      await expect.poll(signs).toBe(1)
    },
  }
}

describe.concurrent('signs of life', () => {
  test('jobs of a worker that was killed are freed by whoever looks', async (context) => {
    const { pool, aJobOf, showLifeOf, untilLooked } = await aQueue(context)
    const lost = [await aJobOf('killed'), await aJobOf('killed')]
    showLifeOf('other')
    for (const job of lost) await untilLooked(job)
    const { rows } = await pool.query('select from graphile_worker._private_jobs where is_available')
    context.expect(rows).toHaveLength(2)
  })

  test('jobs of a worker that lives are left to it, however long they take', async (context) => {
    const { aJobOf, holderOf, showLifeOf, untilLooked, untilAlive } = await aQueue(context)
    const held = await aJobOf('living', 3600)
    showLifeOf('living', [held])
    await untilAlive('living')
    const lost = await aJobOf('killed')
    showLifeOf('other')
    await untilLooked(lost)
    context.expect(await holderOf(held)).toBe('living')
  })

  test('a job taken a moment ago is left, since its worker may not have shown life yet', async (context) => {
    const { aJobOf, holderOf, showLifeOf, untilLooked } = await aQueue(context)
    const lost = await aJobOf('killed')
    const fresh = await aJobOf('starting', aMoment)
    showLifeOf('other')
    await untilLooked(lost)
    context.expect(await holderOf(fresh)).toBe('starting')
  })

  test('a worker frees jobs under its own name that it does not have in hand', async (context) => {
    const { aJobOf, holderOf, showLifeOf, untilLooked } = await aQueue(context)
    const held = await aJobOf('living')
    const lost = await aJobOf('living')
    const justTaken = await aJobOf('living', aMoment)
    showLifeOf('living', [held])
    await untilLooked(lost)
    context.expect(await holderOf(held)).toBe('living')
    context.expect(await holderOf(justTaken)).toBe('living')
  })

  test('a worker that has ended holds its jobs no more', async (context) => {
    const { aJobOf, showLifeOf, untilLooked, untilAlive } = await aQueue(context)
    const job = await aJobOf('ending', 3600)
    const sign = showLifeOf('ending', [job])
    await untilAlive('ending')
    await sign.end()
    showLifeOf('other')
    await untilLooked(job)
  })

  test('a sign of life that had to wait too long for its lock leaves none behind that nobody looks by', async (context) => {
    const { pool, aJobOf, showLifeOf, untilLooked } = await aQueue(context)
    const holder = await pool.connect()
    await holder.query('select pg_advisory_lock(4100744, hashtext($1))', ['living'])
    showLifeOf('living')
    const waiting = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'portal-worker' and datname = current_database()
         and wait_event_type = 'Lock' and now() - query_start > interval '6 seconds'`,
      )
      return rows.length
    }
    await context.expect.poll(waiting).toBe(1)
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    const lost = await aJobOf('killed')
    await untilLooked(lost)
  }, 40_000)

  test('a sign of life that the database cut comes back by itself, and goes on looking', async (context) => {
    const { pool, aJobOf, showLifeOf, untilLooked, untilAlive } = await aQueue(context)
    showLifeOf('living')
    await untilAlive('living')
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-worker' and datname = current_database()`)
    const lost = await aJobOf('killed')
    await untilLooked(lost)
    await untilAlive('living')
  }, 40_000)
})
