// The worker on a real queue: what the library does not do for us.
import { drizzle } from 'drizzle-orm/node-postgres'
import { parseCronItems } from 'graphile-worker'
import pg from 'pg'
import { describe, type ExpectStatic, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/postgres/test-database.ts'
import { enqueue, type JobName, type Jobs, slowJobs } from './queue.ts'
import { type QueueTimes, queueTimes, scaleQueueTimes } from './times.ts'
import { type JobDetails, scheduledJobs, startWorker, type Tasks } from './worker.ts'

interface Context {
  expect: ExpectStatic
  onTestFinished(undo: () => Promise<void>): void
}

type Queue = Awaited<ReturnType<typeof createQueue>>

const doNothing = async () => {}

/** Emails and checks of payments. */
const usualJobsAtOnce = 6

const jobs = {
  usual: ['apply_exercise_change', 'check_payment', 'scan_file', 'send_email', 'send_password_reset'],
  slow: [
    'apply_import',
    'apply_retention',
    'close_reading_hours',
    'compare_settlement',
    'discard_contents',
    'prepare_data_export',
    'prune',
    'publish',
    'remove_data_exports',
    'remove_exports',
    'send_mailing',
    'send_publication_emails',
  ],
  long: ['make_export'],
} as const satisfies Record<string, readonly JobName[]>

/** A queue in a database of its own, so that the tests can run concurrently. */
async function createQueue({ onTestFinished }: Context) {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 2 })
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  const log: { detail: object; message: string }[] = []
  return {
    pool,
    log,
    enqueueEmail: () =>
      enqueue(drizzle(pool), 'send_email', { email: 'applicationSubmitted', to: 'amina@example.org', data: {} }),
    enqueueExport: () => enqueue(drizzle(pool), 'prepare_data_export', { exportId: 'one' }),
    enqueueCheck: () => enqueue(drizzle(pool), 'check_payment', { paymentId: 'one' }),
    async startWorker({
      run = doNothing,
      checkPayment = () => run('check_payment'),
      sendEmail = () => run('send_email'),
      prepareExport = () => run('prepare_data_export'),
      makeExport = () => run('make_export'),
      times = queueTimes,
    }: {
      times?: QueueTimes
      prepareExport?: () => Promise<void>
      makeExport?: () => Promise<void>
      checkPayment?: (job: JobDetails) => Promise<void>
      sendEmail?: (payload: Jobs['send_email']) => Promise<void>
      /** Every other job. */
      run?: (name: JobName) => Promise<void>
    }) {
      const names = Object.values(jobs).flat()
      const tasks: Tasks = {
        ...(Object.fromEntries(names.map((name) => [name, () => run(name)])) as Record<
          (typeof names)[number],
          () => Promise<void>
        >),
        send_email: sendEmail,
        prepare_data_export: prepareExport,
        make_export: makeExport,
        check_payment: (_payload, job) => checkPayment(job),
      }
      const error = (detail: object, message: string) => void log.push({ detail, message })
      const worker = await startWorker(database.url, tasks, { error }, times)
      onTestFinished(() => worker.stop())
      return worker
    },
    /** The workers that hold a liveness lock, by the lock's number. */
    async listLivingWorkers(): Promise<string[]> {
      const { rows } = await pool.query<{ worker: string }>(
        `select objid::text as worker from pg_locks where locktype = 'advisory' and granted and classid = 4100744
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.map(({ worker }) => worker)
    },
  }
}

async function withLockedTable({ pool }: Queue, table: string, act: () => Promise<void>) {
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  try {
    await act()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

test('jobs are scheduled for each night or each hour, no two for the same minute', () => {
  const minutes = Array.from({ length: 28 * 24 * 60 }, (_, minute) => {
    const day = Math.floor(minute / (24 * 60))
    return { min: minute % 60, hour: Math.floor(minute / 60) % 24, date: day + 1, month: (day % 12) + 1, dow: day % 7 }
  })
  const starts = parseCronItems([...scheduledJobs]).flatMap(({ task, match }) =>
    minutes.filter(match).map((at) => ({ task, ...at })),
  )
  const hourly = ['close_reading_hours', 'discard_contents', 'remove_data_exports', 'remove_exports']
  for (const task of hourly) expect(starts.filter((start) => start.task === task)).toHaveLength(28 * 24)
  const nightly = starts.filter(({ task }) => !hourly.includes(task))
  for (const task of ['prune', 'apply_retention'])
    expect(nightly.filter((start) => start.task === task)).toHaveLength(28)
  // In a runner of their own, so that emails and payment checks go on.
  expect(scheduledJobs.filter(({ task }) => !slowJobs.has(task))).toEqual([])
  // After three in Lagos, when neither applicants nor staff are awake.
  expect(new Set(nightly.map(({ hour }) => hour))).toEqual(new Set([2]))
  expect(new Set(starts.map(({ min, hour, date }) => `${date} ${hour} ${min}`)).size).toBe(starts.length)
})

describe.concurrent('the worker', () => {
  test('does in the morning what no server was there for at night', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    await queue.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
        select task, now() - interval '9 days', now() - interval '30 hours' from unnest($1::text[]) as task`,
      [scheduledJobs.map(({ task }) => task)],
    )
    const started: JobName[] = []
    await queue.startWorker({ run: async (name) => void started.push(name) })
    await expect.poll(() => started).toEqual(expect.arrayContaining(['prune', 'apply_retention']))
  })

  test('every attempt at a job has the same id', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    const ids: string[] = []
    await queue.startWorker({
      async checkPayment({ id }) {
        ids.push(id)
        if (ids.length === 1) throw new Error('The first attempt fails.')
      },
    })
    await queue.enqueueCheck()
    await expect.poll(() => ids).toHaveLength(2)
    expect(ids[0]).toMatch(/^[\w.-]+$/)
    expect(ids[1]).toBe(ids[0])
  })

  test('a job knows its last attempt', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    const attempts: boolean[] = []
    await queue.startWorker({
      async checkPayment({ isLastAttempt }) {
        attempts.push(isLastAttempt)
        throw new Error('It fails each time.')
      },
    })
    await queue.pool.query("select graphile_worker.add_job('check_payment', max_attempts => 2)")
    await expect.poll(() => attempts).toEqual([false, true])
  })

  test('jobs with the same number in two databases have different ids, so that no email after a restore looks like an older one', async (context) => {
    const { expect } = context
    const ids: string[] = []
    for (const count of [1, 2]) {
      const queue = await createQueue(context)
      await queue.enqueueCheck()
      await queue.startWorker({ checkPayment: async ({ id }) => void ids.push(id) })
      await expect.poll(() => ids).toHaveLength(count)
    }
    const numbers = ids.map((id) => id.split('.')[0])
    expect(numbers[1]).toBe(numbers[0])
    expect(ids[1]).not.toBe(ids[0])
  })

  test('payment checks run before emails that have waited longer', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    for (let emails = 0; emails < 2 * usualJobsAtOnce; emails++) await queue.enqueueEmail()
    await queue.enqueueCheck()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const started: string[] = []
    const start = (name: string) => {
      started.push(name)
      return released
    }
    await queue.startWorker({ checkPayment: () => start('check'), sendEmail: () => start('email') })
    // Those that the worker takes at once begin in any order.
    await expect.poll(() => started).toHaveLength(usualJobsAtOnce)
    expect(started).toContain('check')
    release()
    await expect.poll(() => started).toHaveLength(2 * usualJobsAtOnce + 1)
  })

  test('slow jobs run one at a time, and emails and payment checks do not wait for them', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    for (let exports = 0; exports < 4; exports++) await queue.enqueueExport()
    // It runs first, although the applicants' exports have waited longer.
    await queue.pool.query(`select graphile_worker.add_job('prune')`)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const done: string[] = []
    let running = 0
    let maxAtOnce = 0
    await queue.startWorker({
      async prepareExport() {
        running += 1
        maxAtOnce = Math.max(maxAtOnce, running)
        await released
        running -= 1
        done.push('export')
      },
      checkPayment: async () => void done.push('check'),
      sendEmail: async () => void done.push('email'),
      run: async (name) => void done.push(name),
    })
    await expect.poll(() => running).toBe(1)
    expect(done).toEqual(['prune'])
    await queue.enqueueEmail()
    await queue.enqueueCheck()
    await expect.poll(() => done.slice(1).sort()).toEqual(['check', 'email'])
    release()
    await expect.poll(() => done).toHaveLength(7)
    expect(maxAtOnce).toBe(1)
  })

  test('an export that takes long keeps the slow jobs from nothing, and the next export waits for it', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    for (const id of ['one', 'two'])
      await queue.pool.query(`select graphile_worker.add_job('make_export', $1)`, [{ exportId: id }])
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let making = 0
    const done: string[] = []
    await queue.startWorker({
      async makeExport() {
        making += 1
        await released
        done.push('long')
      },
      prepareExport: async () => void done.push('slow'),
      sendEmail: async () => void done.push('usual'),
    })
    await expect.poll(() => making).toBe(1)
    await queue.enqueueExport()
    await queue.enqueueEmail()
    await expect.poll(() => done.toSorted()).toEqual(['slow', 'usual'])
    expect(making).toBe(1)
    release()
    await expect.poll(() => done.slice(2)).toEqual(['long', 'long'])
  })

  test('of all jobs, one slow and one long run at a time, and all others beside them', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    // The slow ones first: any other runner would take them before its own.
    const names = [...jobs.slow, ...jobs.long, ...jobs.usual]
    await queue.pool.query('select graphile_worker.add_job(name) from unnest($1::text[]) as name', [names])
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const started: JobName[] = []
    await queue.startWorker({
      run: (name) => {
        started.push(name)
        return released
      },
    })
    const atOnce = [...jobs.usual, ...jobs.long, jobs.slow[0]]
    await expect.poll(() => started.toSorted()).toEqual(atOnce.toSorted())
    release()
    await expect.poll(() => started.toSorted()).toEqual(names.toSorted())
  })

  test('a failing job is logged without the text of its error, which may name an applicant', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    await queue.startWorker({
      async checkPayment() {
        throw Object.assign(new Error('canary-surname was refused'), { code: 'EREFUSED' })
      },
    })
    await queue.enqueueCheck()
    await expect.poll(() => queue.log).not.toEqual([])
    expect(queue.log[0]).toEqual({
      message: 'job failed',
      detail: { task: 'check_payment', job: '1', attempt: 1, errors: [{ name: 'Error', code: 'EREFUSED' }] },
    })
    expect(JSON.stringify(queue.log)).not.toContain('canary')
  })

  test('a worker does not start on queue tables that it does not know', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    await queue.pool.query('alter table graphile_worker._private_jobs rename column locked_by to owner')
    await expect(queue.startWorker({})).rejects.toThrow(
      "The job queue's database tables lack _private_jobs.locked_by: this portal does not work with the installed graphile-worker.",
    )
  })

  test('when one runner does not start, the others do not go on', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    let started = 0
    const getConnectTimeout = () => {
      if (++started === 2) throw new Error('The second runner gets no connection.')
      return 3_000
    }
    const times = Object.defineProperty({ ...queueTimes }, 'connect', { get: getConnectTimeout })
    await expect(queue.startWorker({ times })).rejects.toThrow('The second runner gets no connection.')
    const countSessions = async () => {
      const { rows } = await queue.pool.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rows.length
    }
    await expect.poll(countSessions, { timeout: 10_000 }).toBe(0)
  })

  test('a runner that cannot be replaced at once is replaced later', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    vi.spyOn(console, 'trace').mockImplementation(() => {})
    let started = 0
    const { connect, ...scaled } = scaleQueueTimes(0.1)
    const countStarts = () => {
      started += 1
      return 10 * connect
    }
    const times = Object.defineProperty({ ...scaled, connect }, 'connect', { get: countStarts })
    const done: string[] = []
    await queue.startWorker({ times, checkPayment: async ({ id }) => void done.push(id) })
    const rename = (from: string, to: string) =>
      queue.pool.query(`alter table graphile_worker._private_jobs rename column ${from} to ${to}`)
    await rename('locked_by', 'owner')
    // Each of the three once, and one of them twice more.
    await expect.poll(() => started, { timeout: 30_000 }).toBeGreaterThan(3 + 3 + 1)
    const failed = queue.log.flatMap(({ detail }) => (detail as { runner?: string }).runner ?? [])
    expect(failed).toEqual([...new Set(failed)])
    await rename('owner', 'locked_by')
    await queue.enqueueCheck()
    await expect.poll(() => done, { timeout: 30_000 }).toHaveLength(1)
  }, 90_000)

  test('stops at once, whenever it would be restarted', async (context) => {
    const queue = await createQueue(context)
    const worker = await queue.startWorker({ times: { ...queueTimes, restart: 60_000 } })
    await worker.stop()
    // A lock that was being taken is given back when its connection has ended.
    await context.expect.poll(queue.listLivingWorkers).toEqual([])
    context.expect(queue.log).toEqual([])
  })

  test('a worker that does not start in time is given up, and does not go on when it could', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    await queue.enqueueCheck()
    // The library prints what it cannot do after the end.
    vi.spyOn(console, 'trace').mockImplementation(() => {})
    let checks = 0
    await withLockedTable(queue, 'graphile_worker.migrations', async () => {
      const times = { ...queueTimes, start: 300 }
      const starting = queue.startWorker({ times, checkPayment: async () => void checks++ })
      await expect(starting).rejects.toThrow('The job worker does not start.')
    })
    const countSessions = async () => {
      const { rows } = await queue.pool.query(
        'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and wait_event_type is not null',
      )
      return rows.length
    }
    await expect.poll(countSessions).toBe(0)
    expect([await queue.listLivingWorkers(), checks]).toEqual([[], 0])
  })

  test('a runner that stops polling is replaced, and so is one whose polls all fail', async (context) => {
    const { expect } = context
    const queue = await createQueue(context)
    // The library prints each failed poll, beside what it reports.
    vi.spyOn(console, 'trace').mockImplementation(() => {})
    const done: string[] = []
    // A connection that is not to be had fails a poll before the runner counts as silent.
    const times = { ...scaleQueueTimes(0.3), connect: 2_000 }
    await queue.startWorker({ times, checkPayment: async ({ id }) => void done.push(id) })
    await expect.poll(queue.listLivingWorkers).toHaveLength(3)
    const first = await queue.listLivingWorkers()

    // The locked table leaves polls without an answer. Of the usual jobs' runner, which has fewer connections than it runs
    // jobs, some fail for want of a connection.
    await withLockedTable(queue, 'graphile_worker._private_jobs', async () => {
      const listReplaced = () => queue.log.map(({ detail }) => (detail as { runner?: string }).runner)
      await expect
        .poll(listReplaced, { timeout: 30_000 })
        .toEqual(expect.arrayContaining(['usual jobs', 'slow jobs', 'long jobs']))
    })

    await queue.enqueueCheck()
    await expect.poll(() => done, { timeout: 30_000 }).toHaveLength(1)
    const listFormer = async () => (await queue.listLivingWorkers()).filter((worker) => first.includes(worker))
    await expect.poll(listFormer, { timeout: 30_000 }).toEqual([])
  }, 90_000)
})
