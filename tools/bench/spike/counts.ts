// What was sent and how it was answered, second by second.
import { percentile } from '../load/closed-loop.ts'

export interface Counts {
  note(answer: { status: number; ms: number }): void
  /** A call that got no answer at all. */
  noteLost(): void
  /** What came in since the last time, and begins anew. */
  take(): Summary
}

export interface Summary {
  done: number
  /** 503 and 429: come again later. */
  turnedAway: number
  /** Anything else, with its status. */
  failed: Record<string, number>
  lost: number
  /** Milliseconds. */
  p50: number
  p99: number
  turnedAwayP99: number
}

export function counts(): Counts {
  let done: number[] = []
  let turnedAway: number[] = []
  let failed: Record<string, number> = {}
  let lost = 0
  return {
    note({ status, ms }) {
      if (status < 300) done.push(ms)
      else if (status === 503 || status === 429) turnedAway.push(ms)
      else failed[status] = (failed[status] ?? 0) + 1
    },
    noteLost() {
      lost += 1
    },
    take() {
      done.sort((a, b) => a - b)
      turnedAway.sort((a, b) => a - b)
      const summary = {
        done: done.length,
        turnedAway: turnedAway.length,
        failed,
        lost,
        p50: percentile(done, 0.5),
        p99: percentile(done, 0.99),
        turnedAwayP99: percentile(turnedAway, 0.99),
      }
      done = []
      turnedAway = []
      failed = {}
      lost = 0
      return summary
    },
  }
}
