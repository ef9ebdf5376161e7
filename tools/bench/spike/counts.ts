// Counts responses and measures their latency.
import { percentile } from '../load/closed-loop.ts'

export interface ResponseCounts {
  add(response: { status: number; ms: number }): void
  /** A request without a response. */
  addLost(): void
  /** Returns the counts since the last call, and resets them. */
  take(): ResponseSummary
}

export interface ResponseSummary {
  succeeded: number
  /** 503 and 429: the client is asked to retry later. */
  rejected: number
  /** All other responses, by status. */
  failed: Record<string, number>
  lost: number
  /** Latencies in ms. */
  p50: number
  p99: number
  rejectedP99: number
}

export function createCounts(): ResponseCounts {
  let succeeded: number[] = []
  let rejected: number[] = []
  let failed: Record<string, number> = {}
  let lost = 0
  return {
    add({ status, ms }) {
      if (status < 300) succeeded.push(ms)
      else if (status === 503 || status === 429) rejected.push(ms)
      else failed[status] = (failed[status] ?? 0) + 1
    },
    addLost() {
      lost += 1
    },
    take() {
      succeeded.sort((a, b) => a - b)
      rejected.sort((a, b) => a - b)
      const summary = {
        succeeded: succeeded.length,
        rejected: rejected.length,
        failed,
        lost,
        p50: percentile(succeeded, 0.5),
        p99: percentile(succeeded, 0.99),
        rejectedP99: percentile(rejected, 0.99),
      }
      succeeded = []
      rejected = []
      failed = {}
      lost = 0
      return summary
    },
  }
}
