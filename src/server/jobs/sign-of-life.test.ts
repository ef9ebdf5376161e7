import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { type SignOfLife, showLife } from './sign-of-life.ts'

let database: TestDatabase
let pool: pg.Pool
let signs: SignOfLife[]
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
})
beforeEach(async () => {
  signs = []
  await pool.query('delete from graphile_worker._private_jobs')
})
afterEach(() => Promise.all(signs.map((sign) => sign.end())))
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** A job that this worker took so long ago; resolves with its id. */
async function aJobOf(worker: string, secondsAgo = 60): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`select id from graphile_worker.add_job('send_letter')`)
  const id = rows[0]?.id ?? ''
  await pool.query(
    `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - make_interval(secs => $2) where id = $3`,
    [worker, secondsAgo, id],
  )
  return id
}

async function holderOf(job: string): Promise<string | null> {
  const { rows } = await pool.query<{ holder: string | null }>(
    'select locked_by as holder from graphile_worker._private_jobs where id = $1',
    [job],
  )
  return rows[0]?.holder ?? null
}

function showLifeOf(worker: string, inHand: string[] = []): SignOfLife {
  const sign = showLife(database.url, worker, () => inHand)
  signs.push(sign)
  return sign
}

/** One look frees everything that it may: once such a job is free, whatever is still held is left to its holder. */
async function untilLooked(lost: string): Promise<void> {
  await expect.poll(() => holderOf(lost)).toBeNull()
}

const lives = (worker: string) =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where locktype = 'advisory' and granted and objid = (hashtext($1)::bigint & 4294967295)::oid`,
        [worker],
      )
      return rows.length
    })
    .toBe(1)

test('jobs of a worker that was killed are freed by whoever looks', async () => {
  const lost = [await aJobOf('killed'), await aJobOf('killed')]
  showLifeOf('other')
  for (const job of lost) await untilLooked(job)
  const { rows } = await pool.query('select from graphile_worker._private_jobs where is_available')
  expect(rows).toHaveLength(2)
})

test('jobs of a worker that lives are left to it, however long they take', async () => {
  const held = await aJobOf('living', 3600)
  showLifeOf('living', [held])
  await lives('living')
  const lost = await aJobOf('killed')
  showLifeOf('other')
  await untilLooked(lost)
  expect(await holderOf(held)).toBe('living')
})

test('a job taken a moment ago is left, since its worker may not have shown life yet', async () => {
  const lost = await aJobOf('killed')
  const fresh = await aJobOf('starting', 0)
  showLifeOf('other')
  await untilLooked(lost)
  expect(await holderOf(fresh)).toBe('starting')
})

test('a worker frees jobs under its own name that it does not have in hand', async () => {
  const held = await aJobOf('living')
  const lost = await aJobOf('living')
  const justTaken = await aJobOf('living', 0)
  showLifeOf('living', [held])
  await untilLooked(lost)
  expect(await holderOf(held)).toBe('living')
  expect(await holderOf(justTaken)).toBe('living')
})

test('a worker that has ended holds its jobs no more', async () => {
  const job = await aJobOf('ending', 3600)
  const sign = showLifeOf('ending', [job])
  await lives('ending')
  await sign.end()
  showLifeOf('other')
  await untilLooked(job)
})

test('a sign of life that had to wait too long for its lock leaves none behind that nobody looks by', async () => {
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
  await expect.poll(waiting).toBe(1)
  await holder.query('select pg_advisory_unlock_all()')
  holder.release()
  const lost = await aJobOf('killed')
  await untilLooked(lost)
}, 40_000)

test('a sign of life that the database cut comes back by itself, and goes on looking', async () => {
  showLifeOf('living')
  await lives('living')
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portal-worker' and datname = current_database()`)
  const lost = await aJobOf('killed')
  await untilLooked(lost)
  await lives('living')
}, 40_000)
