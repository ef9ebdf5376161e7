// Watchdog for a runner of graphile-worker, which can hang after a database outage: it stops polling, or polls on a
// connection that only returns errors. A healthy runner polls every two seconds while it could run another job.
import type { WorkerEvents } from 'graphile-worker'

const checkIntervalMs = 1_000
/** Limits without a sign of the runner: while it runs no job, while it runs some, and while every poll fails. */
const timeoutsMs = { idle: 8_000, busy: 60_000, failing: 30_000 }
/** While the event loop is blocked or the machine sleeps, no runner can give a sign: such a time counts as this long. */
const maxCountedMs = 2 * checkIntervalMs
/** How long the runner may take to mark a finished job as done. */
const completionTimeoutMs = 8_000

export interface Watchdog {
  /** Ids of the jobs that run, or finished a moment ago. */
  getRunningJobs(): string[]
  /** Resolves when the runner hangs. */
  stalled: Promise<void>
  stop(): void
}

export interface RunnerLimits {
  /** How many jobs it runs at once. While it does, it does not poll. */
  concurrency: number
  /** How long it may then take until one of these jobs ends. */
  jobTimeoutMs: number
}

export function watchRunner(events: WorkerEvents, { concurrency, jobTimeoutMs }: RunnerLimits): Watchdog {
  const running = new Set<string>()
  const completing = new Set<string>()
  let silentMs = 0
  let failingMs = 0

  const noteFailedPoll = () => {
    silentMs = 0
  }
  const noteSuccess = () => {
    silentMs = 0
    failingMs = 0
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

  const decideTimeout = () => {
    if (running.size >= concurrency) return jobTimeoutMs
    return running.size > 0 ? timeoutsMs.busy : timeoutsMs.idle
  }

  let timer: NodeJS.Timeout | undefined
  let checkedAt = Date.now()
  const stalled = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const now = Date.now()
      const passedMs = Math.min(now - checkedAt, maxCountedMs)
      checkedAt = now
      silentMs += passedMs
      failingMs += passedMs
      const isFailing = running.size === 0 && failingMs > timeoutsMs.failing
      if (silentMs > decideTimeout() || isFailing) resolve()
    }, checkIntervalMs).unref()
  })
  return { getRunningJobs: () => [...running, ...completing], stalled, stop: () => clearInterval(timer) }
}
