// Measures how long the health check takes.
import { Worker } from 'node:worker_threads'

export interface HealthMonitor {
  /** The slowest response since the last call, in ms; infinite when a request failed. */
  take(): number
  /** The slowest of all. */
  worst(): number
  stop(): Promise<unknown>
}

/** @param intervalMs between two requests; four a second, like a load balancer, when it is not given */
export function monitorHealth(port: number, intervalMs = 250): HealthMonitor {
  let slowest = 0
  let worst = 0
  const thread = new Worker(new URL('./health-thread.mjs', import.meta.url), {
    workerData: { port, intervalMs },
    execArgv: [],
  })
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
