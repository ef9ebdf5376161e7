import { Logger, run, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { JobName, Jobs } from './queue.ts'

export type Tasks = { [J in JobName]: (payload: Jobs[J]) => Promise<void> }

interface Log {
  error(detail: object, message: string): void
}

/** Works off the queue until stopped; a task that throws is tried again later, with growing pauses. */
export async function startWorker(pool: Pool, tasks: Tasks, log: Log): Promise<{ stop(): Promise<void> }> {
  const logger = new Logger((scope) => (level, message) => {
    // The library's sentences on failures carry the payload; ours name the job and nothing else.
    if (level === 'error')
      log.error({ task: scope.taskIdentifier, job: scope.jobId, hint: message.slice(0, 40) }, 'a job failed')
  })
  const taskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never)]),
  ) as TaskList
  const runner = await run({
    pgPool: pool,
    taskList,
    logger,
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
  })
  runner.promise.catch(() => log.error({}, 'the job worker stopped'))
  return { stop: () => runner.stop() }
}
