// The worker on a real queue: what the library leaves to us.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { enqueue, type Jobs } from './queue.ts'
import { startWorker, type Tasks } from './worker.ts'

interface Office {
  database: TestDatabase
  pool: pg.Pool
}

let offices: Office[]
let workers: { stop(): Promise<void> }[]
beforeEach(() => {
  offices = []
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  for (const { pool, database } of offices) {
    await pool.end()
    await database.drop()
  }
})

async function anOffice(): Promise<Office> {
  const database = await createTestDatabase()
  const office = { database, pool: new pg.Pool({ connectionString: database.url, max: 2 }) }
  offices.push(office)
  return office
}

const idle = async () => {}
const checkOne = ({ pool }: Office) => enqueue(drizzle(pool), 'check_payment', { paymentId: 'one' })

async function work({ database: { url } }: Office, check: (job: { id: string }) => Promise<void>) {
  const tasks: Tasks = {
    send_letter: idle,
    send_password_reset: idle,
    scan_file: idle,
    prune: idle,
    discard_contents: idle,
    check_payment: (_payload: Jobs['check_payment'], job) => check(job),
  }
  workers.push(await startWorker(url, tasks, { error() {} }))
}

/** Names of the workers that show life, as PostgreSQL knows them. */
async function livingWorkers({ pool }: Office): Promise<string[]> {
  const { rows } = await pool.query<{ worker: string }>(
    `select objid::text as worker from pg_locks where locktype = 'advisory' and granted and classid = 4100744
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ worker }) => worker)
}

async function whileLocked({ pool }: Office, table: string, act: () => Promise<void>) {
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    await act()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('every attempt at a job has one id', async () => {
  const office = await anOffice()
  const ids: string[] = []
  await work(office, async ({ id }) => {
    ids.push(id)
    if (ids.length === 1) throw new Error('The first attempt fails.')
  })
  await checkOne(office)
  await expect.poll(() => ids).toHaveLength(2)
  expect(ids[0]).toMatch(/^[\w.-]+$/)
  expect(ids[1]).toBe(ids[0])
})

test('jobs of one number in two databases have two ids, so that no letter after a restore passes for an older one', async () => {
  const ids: string[] = []
  for (const office of [await anOffice(), await anOffice()]) {
    await checkOne(office)
    await work(office, async ({ id }) => void ids.push(id))
    await expect.poll(() => ids).toHaveLength(offices.indexOf(office) + 1)
  }
  expect(ids.map((id) => id.split('.')[0])).toEqual([ids[0]?.split('.')[0], ids[0]?.split('.')[0]])
  expect(ids[1]).not.toBe(ids[0])
})

test('a runner that asks for no work any more is replaced by one that does', async () => {
  const office = await anOffice()
  const done: string[] = []
  await work(office, async ({ id }) => void done.push(id))
  await expect.poll(() => livingWorkers(office)).toHaveLength(1)
  const [first] = await livingWorkers(office)

  // Its question for work gets no answer, and no error either.
  await whileLocked(office, 'graphile_worker._private_jobs', async () => {
    const others = async () => (await livingWorkers(office)).filter((worker) => worker !== first)
    await expect.poll(others, { timeout: 30_000 }).not.toEqual([])
  })

  await checkOne(office)
  await expect.poll(() => done, { timeout: 30_000 }).toHaveLength(1)
  await expect.poll(() => livingWorkers(office), { timeout: 30_000 }).not.toContain(first)
}, 90_000)

test('a runner whose every question for work fails is replaced by one whose questions do not', async () => {
  const office = await anOffice()
  const done: string[] = []
  await work(office, async ({ id }) => void done.push(id))
  await expect.poll(() => livingWorkers(office)).toHaveLength(1)
  const [first] = await livingWorkers(office)
  await office.pool.query(`
    create function refuse_first() returns trigger language plpgsql as $$ begin
      if hashtext(new.locked_by)::bigint & 4294967295 = ${first} then raise 'no work for you'; end if;
      return new;
    end $$;
    create trigger refuse_first before update on graphile_worker._private_jobs
      for each row execute function refuse_first()`)
  await checkOne(office)
  await expect.poll(() => done, { timeout: 40_000 }).toHaveLength(1)
}, 90_000)
