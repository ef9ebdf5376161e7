// Watchdog for a runner of graphile-worker, which can hang after a database outage: it stops polling, or polls on a
// connection that only returns errors. A healthy runner polls every second.
import type { WorkerEvents } from 'graphile-worker'

const checkIntervalMs = 1_000
/** Limits without a sign of the runner: while it runs no job, while it runs one, and while every poll fails. */
const timeoutsMs = { idle: 8_000, busy: 60_000, failing: 30_000 }
/** How long the runner may take to mark a finished job as done. */
const completionTimeoutMs = 8_000

export interface Watchdog {
  /** Ids of the jobs that run, or finished a moment ago. */
  getRunningJobs(): string[]
  /** Resolves when the runner hangs. */
  stalled: Promise<void>
  stop(): void
}

export function watchRunner(events: WorkerEvents): Watchdog {
  const running = new Set<string>()
  const completing = new Set<string>()
  let lastEventAt = Date.now()
  let lastSuccessAt = lastEventAt

  const noteFailedPoll = () => {
    lastEventAt = Date.now()
  }
  const noteSuccess = () => {
    lastEventAt = Date.now()
    lastSuccessAt = lastEventAt
  }
  const noteJobEnd = ({ job: { id } }: { job: { id: string } }) => {
    noteSuccess()
    if (!running.delete(id)) return
    completing.add(id)
    setTimeout(() => completing.delete(id), completionTimeoutMs).unref()
  }
  events.on('worker:getJob:empty', noteSuccess)
  events.on('worker:getJob:error', noteFailedPoll)
  events.on('job:start', ({ job }) => {
    noteSuccess()
    running.add(job.id)
  })
  events.on('job:success', noteJobEnd)
  events.on('job:error', noteJobEnd)

  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const now = Date.now()
      const isBusy = running.size > 0
      const isSilent = now - lastEventAt > (isBusy ? timeoutsMs.busy : timeoutsMs.idle)
      const isFailing = !isBusy && now - lastSuccessAt > timeoutsMs.failing
      if (isSilent || isFailing) resolve()
    }, checkIntervalMs).unref()
  })
  return { getRunningJobs: () => [...running, ...completing], stalled, stop: () => clearInterval(timer) }
}
