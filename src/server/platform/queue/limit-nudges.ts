// Every job that the library adds notifies every runner of every server, and a runner that is notified while it looks for jobs
// looks again at once. An import adds thousands: the runners that do not send emails would look for nothing else.
import type { EventEmitter } from 'node:events'
import type { WorkerPool } from 'graphile-worker'

/** How often a runner looks for jobs at most because it was notified. */
export const nudgeIntervalMs = 100

/**
 * Passes the first notification on at once, and those of the next 100 ms together at their end.
 * @param events of the runner; after its shutdown nothing is passed on
 */
export function limitNudges(workerPool: Pick<WorkerPool, 'nudge'>, events: Pick<EventEmitter, 'once'>): void {
  const nudge = workerPool.nudge.bind(workerPool)
  let waiting = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function passOn() {
    timer = undefined
    if (waiting === 0 || isStopped) return
    nudge(waiting)
    waiting = 0
    timer = setTimeout(passOn, nudgeIntervalMs).unref()
  }

  workerPool.nudge = (count) => {
    waiting += count
    if (!timer) passOn()
  }
  for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown', 'pool:release'])
    events.once(event, () => {
      isStopped = true
      clearTimeout(timer)
    })
}
