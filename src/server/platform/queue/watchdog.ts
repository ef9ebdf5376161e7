// Watchdog for a runner of graphile-worker, which can hang after a database outage: it stops polling, or polls on a
// connection that only returns errors. A healthy runner polls every two seconds while it could run another job.
import type { WorkerEvents } from 'graphile-worker'
import { type QueueTimes, queueTimes } from './times.ts'

/** While the event loop is blocked or the machine sleeps, no runner can give a sign: such a time counts as so many checks. */
const maxCountedChecks = 2

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

export function watchRunner(
  events: WorkerEvents,
  { concurrency, jobTimeoutMs }: RunnerLimits,
  times: QueueTimes = queueTimes,
): Watchdog {
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
    setTimeout(() => completing.delete(id), times.completion).unref()
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
    return running.size > 0 ? times.busy : times.idle
  }

  let timer: NodeJS.Timeout | undefined
  let checkedAt = Date.now()
  const stalled = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      const now = Date.now()
      const passedMs = Math.min(now - checkedAt, maxCountedChecks * times.watchdogCheck)
      checkedAt = now
      silentMs += passedMs
      failingMs += passedMs
      const isFailing = running.size === 0 && failingMs > times.failing
      if (silentMs > decideTimeout() || isFailing) resolve()
    }, times.watchdogCheck).unref()
  })
  return { getRunningJobs: () => [...running, ...completing], stalled, stop: () => clearInterval(timer) }
}
