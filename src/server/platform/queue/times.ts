// How long the worker waits for what. Tests pass shorter times.

/** In ms. */
export const queueTimes = {
  /** A runner that could run another job polls this often. */
  poll: 2_000,
  /** Until a runner that failed or hangs is replaced. */
  restart: 2_000,
  /** For the start of a runner. */
  start: 20_000,
  /** For a connection of a runner. */
  connect: 3_000,
  /** Limits without a sign of the runner: while it runs no job, while it runs some, and while every poll fails. */
  idle: 8_000,
  busy: 60_000,
  failing: 30_000,
  watchdogCheck: 1_000,
  /** How long the runner may take to mark a finished job as done. */
  completion: 8_000,
  /** From one search for jobs of dead workers to the next. */
  livenessCheck: 5_000,
  /** After a search that failed. Shorter than the interval, so that others find the lock again at their next one. */
  livenessRetry: 1_000,
  livenessConnect: 5_000,
  livenessLock: 5_000,
  livenessQuery: 10_000,
}

export type QueueTimes = typeof queueTimes

export function scaleQueueTimes(factor: number): QueueTimes {
  const scaled = Object.entries(queueTimes).map(([name, ms]) => [name, ms * factor])
  return Object.fromEntries(scaled) as QueueTimes
}
