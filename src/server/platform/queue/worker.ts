import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Job,
  type JobHelpers,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import { type SignOfLife, showLife } from './liveness-lock.ts'
import type { Jobs } from './queue.ts'
import { listenTo } from './watchdog.ts'

/** @param job its id is the same for every attempt at one job, and no other job's, nor that of a restored database's */
export type Tasks = { [J in keyof Jobs]: (payload: Jobs[J], job: { id: string }) => Promise<void> }

interface Log {
  error(detail: object, message: string): void
}

const restartPauseMs = 2_000
/** How long the library may take to come up. */
const startLimitMs = 20_000
/** How long jobs in hand may take when the worker is told to stop; then others get them. */
const graceMs = 8_000

/** What comes by itself, once however many servers there are; in UTC, so at night when hardly anybody is up. */
const byThemselves = parseCronItems([
  { task: 'prune' satisfies keyof Jobs, match: '20 2 * * *' },
  { task: 'discard_contents' satisfies keyof Jobs, match: '40 * * * *' },
])

/**
 * Works off the queue until stopped, also across restarts of the database. A task that throws is tried again later, with
 * growing pauses; jobs in hand when it stops are finished or handed back.
 */
export async function startWorker(url: string, tasks: Tasks, log: Log): Promise<{ stop(): Promise<void> }> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job, abortPromise }: JobHelpers) =>
        Promise.race([task(payload as never, { id: lastingId(job) }), abortPromise]),
    ]),
  ) as TaskList
  const start = () => startRunner(url, taskList, log)
  let running: Running | null = await start()
  let isStopping = false

  const supervised = (async () => {
    while (!isStopping) {
      try {
        await running?.over
        if (running && !isStopping) log.error({}, 'the job worker fell silent and is replaced')
      } catch {
        log.error({}, 'the job worker lost its database')
      }
      if (isStopping) return
      await pause(restartPauseMs, undefined, { ref: false })
      running = isStopping ? null : await start().catch(() => null)
    }
  })()

  return {
    async stop() {
      isStopping = true
      await Promise.race([running?.runner.stop().catch(() => {}), pause(graceMs + restartPauseMs)])
      await Promise.race([supervised, pause(restartPauseMs)])
    },
  }
}

/** The queue counts from an older number after a restore, and receivers drop a letter whose Message-ID they know. */
const lastingId = ({ id, created_at }: Pick<Job, 'id' | 'created_at'>) => `${id}.${created_at.getTime().toString(36)}`

interface Running {
  runner: Runner
  /** Settles when it works no more, whether it says so or not. */
  over: Promise<void>
}

async function startRunner(url: string, taskList: TaskList, log: Log): Promise<Running> {
  // Connections of its own: a full queue must not keep requests waiting.
  const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 3_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const logger = new Logger(() => (level, message, about) => {
    if (level !== 'error') return
    // The library's sentence repeats what the task threw, which may name an applicant: ours tells the job only.
    const job = about?.job as Job | undefined
    if (job) log.error({ task: job.task_identifier, job: job.id, attempt: job.attempts }, 'a job failed')
    else log.error({ words: message.length }, 'the job worker met an error')
  })
  let sign: SignOfLife | undefined
  const events = new EventEmitter() as WorkerEvents
  const pulse = listenTo(events)
  events.once('pool:create', ({ workerPool }) => {
    sign = showLife(url, workerPool.id, pulse.inHand)
  })
  const starting = run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems: byThemselves,
    logger,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    // In batches the library tries again to say that a job is done; one by one it would let the failure go unhandled.
    preset: {
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: graceMs },
    },
  })
  const leave = () => {
    pulse.end()
    // Not waited for: connections that the library lost on the way are never given back.
    void pool.end().catch(() => {})
    return sign?.end()
  }
  const runner = await inTime(starting).catch(async (error: unknown) => {
    await leave()
    throw error
  })
  const over = Promise.race([runner.promise, pulse.silent])
  void over
    .catch(() => {})
    .finally(() => {
      // One that is replaced may only be slow, and would ask on and on.
      void runner.stop().catch(() => {})
      return leave()
    })
  return { runner, over }
}

/** @throws Error when the library does not come up; should it still do so later, it is stopped */
async function inTime(starting: Promise<Runner>): Promise<Runner> {
  const runner = await Promise.race([starting, pause(startLimitMs, null, { ref: false })])
  if (runner) return runner
  void starting.then((late) => late.stop()).catch(() => {})
  throw new Error('The job worker does not start.')
}
