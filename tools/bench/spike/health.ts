// How long the health check took.
import { Worker } from 'node:worker_threads'

export interface HealthWatch {
  /** The slowest answer since the last time, in ms; infinite when there was none. */
  take(): number
  /** The slowest of all. */
  worst(): number
  stop(): Promise<unknown>
}

export function watchHealth(port: number): HealthWatch {
  let slowest = 0
  let worst = 0
  const thread = new Worker(new URL('./health-thread.mjs', import.meta.url), { workerData: { port }, execArgv: [] })
  thread.on('message', (ms: number) => {
    slowest = Math.max(slowest, ms)
    worst = Math.max(worst, ms)
  })
  return {
    take() {
      const found = slowest
      slowest = 0
      return found
    },
    worst: () => worst,
    stop: () => thread.terminate(),
  }
}
