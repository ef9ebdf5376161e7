// The worker on a real queue: what the library leaves to us.
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { describe, type ExpectStatic, test } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { enqueue, type Jobs } from './queue.ts'
import { startWorker, type Tasks } from './worker.ts'

interface Context {
  expect: ExpectStatic
  onTestFinished(undo: () => Promise<void>): void
}

type Office = Awaited<ReturnType<typeof anOffice>>

const idle = async () => {}

/** A queue in a database of its own, so that tests can wait together. */
async function anOffice({ onTestFinished }: Context) {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  return {
    pool,
    enqueueLetter: () =>
      enqueue(drizzle(pool), 'send_email', { email: 'applicationSubmitted', to: 'amina@example.org', data: {} }),
    enqueueCheck: () => enqueue(drizzle(pool), 'check_payment', { paymentId: 'one' }),
    async work(check: (job: { id: string }) => Promise<void>, sendLetter: () => Promise<void> = idle) {
      const tasks: Tasks = {
        send_email: sendLetter,
        send_password_reset: idle,
        scan_file: idle,
        prune: idle,
        discard_contents: idle,
        check_payment: (_payload: Jobs['check_payment'], job) => check(job),
      }
      const worker = await startWorker(database.url, tasks, { error() {} })
      onTestFinished(() => worker.stop())
    },
    /** The workers that show life, by the number of their lock. */
    async living(): Promise<string[]> {
      const { rows } = await pool.query<{ worker: string }>(
        `select objid::text as worker from pg_locks where locktype = 'advisory' and granted and classid = 4100744
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.map(({ worker }) => worker)
    },
  }
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

describe.concurrent('the worker', () => {
  test('every attempt at a job has one id', async (context) => {
    const { expect } = context
    const { work, enqueueCheck } = await anOffice(context)
    const ids: string[] = []
    await work(async ({ id }) => {
      ids.push(id)
      if (ids.length === 1) throw new Error('The first attempt fails.')
    })
    await enqueueCheck()
    await expect.poll(() => ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^[\w.-]+$/)
    expect(ids[1]).toBe(ids[0])
  })

  test('jobs of one number in two databases have two ids, so that no letter after a restore passes for an older one', async (context) => {
    const { expect } = context
    const ids: string[] = []
    for (const count of [1, 2]) {
      const { work, enqueueCheck } = await anOffice(context)
      await enqueueCheck()
      await work(async ({ id }) => void ids.push(id))
      await expect.poll(() => ids).toHaveLength(count)
    }
    const numbers = ids.map((id) => id.split('.')[0])
    expect(numbers[1]).toBe(numbers[0])
    expect(ids[1]).not.toBe(ids[0])
  })

  test('money is asked about before letters that have waited longer', async (context) => {
    const { expect } = context
    const { work, enqueueCheck, enqueueLetter } = await anOffice(context)
    for (let letters = 0; letters < 4; letters++) await enqueueLetter()
    await enqueueCheck()
    const begun: string[] = []
    await work(
      async () => void begun.push('check'),
      async () => void begun.push('letter'),
    )
    await expect.poll(() => begun).toHaveLength(5)
    expect(begun.slice(0, 2)).toContain('check')
  })

  test('a runner that asks for no work any more is replaced by one that does', async (context) => {
    const { expect } = context
    const office = await anOffice(context)
    const done: string[] = []
    await office.work(async ({ id }) => void done.push(id))
    await expect.poll(office.living).toHaveLength(1)
    const [first] = await office.living()

    // Its question for work gets no answer, and no error either.
    await whileLocked(office, 'graphile_worker._private_jobs', async () => {
      const others = async () => (await office.living()).filter((worker) => worker !== first)
      await expect.poll(others, { timeout: 30_000 }).not.toEqual([])
    })

    await office.enqueueCheck()
    await expect.poll(() => done, { timeout: 30_000 }).toHaveLength(1)
    await expect.poll(office.living, { timeout: 30_000 }).not.toContain(first)
  }, 90_000)
})
