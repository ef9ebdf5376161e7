// Runs the jobs of the queue. docs/decisions/0014-job-queue.md says why graphile-worker is supervised.
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
import { describeError } from '#server/database/errors.ts'
import { assertInternals } from './graphile-internals.ts'
import { limitNudges } from './limit-nudges.ts'
import { holdLivenessLock, type LivenessLock } from './liveness-lock.ts'
import { type JobName, type Jobs, longJobs, slowJobs } from './queue.ts'
import { type QueueTimes, queueTimes } from './times.ts'
import { type RunnerLimits, watchRunner } from './watchdog.ts'

/**
 * @param job.id the same for every attempt at a job, and different from all other jobs, also from those of a database
 *   before a restore
 */
export type Tasks = { [J in keyof Jobs]: (payload: Jobs[J], job: JobDetails) => Promise<void> }

export interface JobDetails {
  id: string
  queuedAt: Date
  /** When it fails, the job is not tried again. */
  isLastAttempt: boolean
}

interface Log {
  error(detail: object, message: string): void
}

/** On shutdown, how long running jobs may take before they are left to another worker. */
const shutdownTimeoutMs = 8_000

/** A night without a server is made up for when one starts on the day after it. */
const nightly = { backfillPeriod: 24 * 60 * 60_000 }
/** In UTC. Each runs once, however many servers there are. */
export const scheduledJobs: readonly { task: JobName; match: string; options?: typeof nightly }[] = [
  { task: 'prune', match: '20 2 * * *', options: nightly },
  { task: 'apply_retention', match: '45 2 * * *', options: nightly },
  { task: 'discard_contents', match: '40 * * * *' },
  { task: 'remove_data_exports', match: '50 * * * *' },
  { task: 'remove_exports', match: '55 * * * *' },
  { task: 'close_reading_hours', match: '5 * * * *' },
]

interface RunnerSettings extends RunnerLimits {
  /** In the log. */
  name: string
  /** To the database, one of which waits for news of jobs. The others are needed only to take a job and to mark it as done. */
  connections: number
  takes: (name: JobName) => boolean
}

const minuteMs = 60_000

export const runners: readonly RunnerSettings[] = [
  {
    name: 'usual jobs',
    // Emails spend most of their time in waiting for the mail server and for commits, which the jobs of one moment share.
    concurrency: 6,
    jobTimeoutMs: minuteMs,
    connections: 4,
    takes: (name) => !slowJobs.has(name) && !longJobs.has(name),
  },
  {
    name: 'slow jobs',
    concurrency: 1,
    // Longer than a job of the night takes in a large exercise.
    jobTimeoutMs: 60 * minuteMs,
    connections: 3,
    takes: (name) => slowJobs.has(name),
  },
  {
    name: 'long jobs',
    concurrency: 1,
    // Longer than an export may take.
    jobTimeoutMs: 60 * minuteMs,
    connections: 3,
    takes: (name) => longJobs.has(name),
  },
]

/**
 * Runs jobs until stopped, and reconnects after a database outage. A task that throws is retried with growing delays.
 * Slow jobs and long jobs have runners of their own.
 * @throws Error when the database is not reachable or the queue's tables are not the expected ones
 */
export async function startWorker(
  url: string,
  tasks: Tasks,
  log: Log,
  times: QueueTimes = queueTimes,
): Promise<{ stop(): Promise<void> }> {
  const started = await Promise.allSettled(
    runners.map((settings) =>
      supervise(() => startRunner(url, tasks, settings, log, times), settings, log, times.restart),
    ),
  )
  const supervised = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const stop = async () => void (await Promise.all(supervised.map((one) => one.stop())))
  const failed = started.find((one) => one.status === 'rejected')
  if (!failed) return { stop }
  await stop()
  throw failed.reason
}

/** Starts a runner, and another one whenever it fails or hangs. */
async function supervise(
  start: () => Promise<RunningWorker>,
  { name: runner }: RunnerSettings,
  log: Log,
  restartDelayMs: number,
): Promise<{ stop(): Promise<void> }> {
  let current: RunningWorker | null = await start()
  const stopping = new AbortController()
  const { signal } = stopping

  const supervised = (async () => {
    while (!signal.aborted) {
      try {
        await current?.ended
        if (current && !signal.aborted) log.error({ runner }, 'job worker not responding, restarting it')
      } catch (error) {
        log.error({ runner, errors: describeError(error) }, 'job worker failed, restarting it')
      }
      await pause(restartDelayMs, undefined, { ref: false, signal }).catch(() => {})
      current = signal.aborted ? null : await start().catch(() => null)
    }
  })()

  return {
    async stop() {
      stopping.abort()
      await Promise.race([current?.runner.stop().catch(() => {}), pause(shutdownTimeoutMs + restartDelayMs)])
      await Promise.race([supervised, pause(restartDelayMs)])
    },
  }
}

function createTaskList(tasks: Tasks, takes: RunnerSettings['takes']): TaskList {
  const run =
    (name: JobName) =>
    (payload: unknown, { job, abortPromise }: JobHelpers) =>
      Promise.race([tasks[name](payload as never, describeJob(job)), abortPromise])
  const names = Object.keys(tasks) as JobName[]
  return Object.fromEntries(names.filter(takes).map((name) => [name, run(name)]))
}

const describeJob = (job: Job): JobDetails => ({
  id: buildJobId(job),
  queuedAt: job.created_at,
  isLastAttempt: job.attempts >= job.max_attempts,
})

/** The number alone is not unique: after a restore the queue counts from an older number again. */
const buildJobId = ({ id, created_at }: Pick<Job, 'id' | 'created_at'>) => `${id}.${created_at.getTime().toString(36)}`

interface RunningWorker {
  runner: Runner
  /** Resolves when the runner has stopped or hangs, rejects when it fails. */
  ended: Promise<void>
}

async function startRunner(
  url: string,
  tasks: Tasks,
  { concurrency, jobTimeoutMs, connections, takes }: RunnerSettings,
  log: Log,
  times: QueueTimes,
): Promise<RunningWorker> {
  // Connections of its own: a full queue must not delay requests.
  const pool = new pg.Pool({ connectionString: url, max: connections, connectionTimeoutMillis: times.connect })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  let livenessLock: LivenessLock | undefined
  let isGivenUp = false
  const events = new EventEmitter() as WorkerEvents
  const watchdog = watchRunner(events, { concurrency, jobTimeoutMs }, times)
  events.once('pool:create', ({ workerPool }) => {
    // Too late: nothing would release the lock any more.
    if (isGivenUp) return
    livenessLock = holdLivenessLock(url, workerPool.id, watchdog.getRunningJobs, times)
    limitNudges(workerPool, events)
  })
  const cleanUp = () => {
    isGivenUp = true
    watchdog.stop()
    // Not awaited: connections that the library lost are never returned to the pool.
    void pool.end().catch(() => {})
    return livenessLock?.release()
  }

  const starting = assertInternals(pool).then(() =>
    run({
      pgPool: pool,
      events,
      taskList: createTaskList(tasks, takes),
      parsedCronItems: parseCronItems(scheduledJobs.filter(({ task }) => takes(task))),
      logger: createLogger(log),
      concurrency,
      noHandleSignals: true,
      // With batching the library retries marking a job as done. Without it, a failure would be an unhandled rejection.
      preset: {
        worker: {
          pollInterval: times.poll,
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          gracefulShutdownAbortTimeout: shutdownTimeoutMs,
          // A plan that is made while the queue is empty reads all waiting jobs for each that it takes.
          preparedStatements: false,
        },
      },
    }),
  )
  const runner = await withStartTimeout(starting, times.start).catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })
  const ended = Promise.race([runner.promise, watchdog.stalled])
  void ended
    .catch(() => {})
    .finally(() => {
      // A runner that seems to hang may only be slow and would keep polling.
      void runner.stop().catch(() => {})
      return cleanUp()
    })
  return { runner, ended }
}

/** Logs errors of the library without their messages, which repeat what a task threw and may hold personal data. */
const createLogger = (log: Log) =>
  new Logger(() => (level, _message, meta) => {
    if (level !== 'error') return
    const errors = describeError(meta?.error)
    const job = meta?.job as Job | undefined
    if (job) log.error({ task: job.task_identifier, job: job.id, attempt: job.attempts, errors }, 'job failed')
    else log.error({ errors }, 'job worker error')
  })

/** @throws Error when the runner does not start in time; if it starts later, it is stopped */
async function withStartTimeout(starting: Promise<Runner>, timeoutMs: number): Promise<Runner> {
  const runner = await Promise.race([starting, pause(timeoutMs, null, { ref: false })])
  if (runner) return runner
  void starting.then((late) => late.stop()).catch(() => {})
  throw new Error('The job worker does not start.')
}
