import { setTimeout as pause } from 'node:timers/promises'
import { type Job, type JobHelpers, Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Jobs } from './queue.ts'

/** @param job the same for every attempt at one job */
export type Tasks = { [J in keyof Jobs]: (payload: Jobs[J], job: { id: string }) => Promise<void> }

interface Log {
  error(detail: object, message: string): void
}

const restartPauseMs = 2_000

/** What comes by itself, once however many servers there are. In UTC, when hardly anybody is up. */
const nightly = parseCronItems([{ task: 'prune' satisfies keyof Jobs, match: '20 2 * * *' }])

/**
 * Works off the queue until stopped, also across restarts of the database. A task that throws is tried again later, with
 * growing pauses; jobs in hand when it stops are finished or handed back.
 */
export async function startWorker(url: string, tasks: Tasks, log: Log): Promise<{ stop(): Promise<void> }> {
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown, { job }: JobHelpers) => task(payload as never, { id: job.id }),
    ]),
  ) as TaskList
  const start = () => startRunner(url, taskList, log)
  let runner: Runner | null = await start()
  let isStopping = false

  const supervised = (async () => {
    while (!isStopping) {
      try {
        await runner?.promise
      } catch {
        log.error({}, 'the job worker lost its database')
      }
      if (isStopping) return
      await pause(restartPauseMs, undefined, { ref: false })
      runner = isStopping ? null : await start().catch(() => null)
    }
  })()

  return {
    async stop() {
      isStopping = true
      await runner?.stop().catch(() => {})
      await Promise.race([supervised, pause(restartPauseMs)])
    },
  }
}

async function startRunner(url: string, taskList: TaskList, log: Log): Promise<Runner> {
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
  const runner = await run({
    pgPool: pool,
    taskList,
    parsedCronItems: nightly,
    logger,
    concurrency: 2,
    pollInterval: 1_000,
    noHandleSignals: true,
    // In batches the library tries again to say that a job is done; one by one it would let the failure go unhandled.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  void runner.promise.catch(() => {}).finally(() => pool.end())
  return runner
}
