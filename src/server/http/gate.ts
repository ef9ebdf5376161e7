// How much is worked on at once. What comes beyond it is refused in a moment, with the time to come back: a queue without
// end would make everybody wait, and the load balancer believe that the server is dead.
import { AppError } from './app-error.ts'

export interface Gate {
  /**
   * Does the work if there is room.
   * @throws AppError `unavailable` when there is none
   */
  pass<T>(work: () => Promise<T>): Promise<T>
  /** How many are inside. */
  inside(): number
  /** How many were refused so far. */
  refused(): number
}

/** Seconds; spread, so that those who were refused together do not come back together. */
const comeBack = { soonest: 2, latest: 8 }

/** @param most about what a server does in half a second, so that nobody inside waits for long */
export function gate(most = 150): Gate {
  let inside = 0
  let refused = 0
  return {
    async pass(work) {
      if (inside >= most) {
        refused += 1
        const { soonest, latest } = comeBack
        throw new AppError('unavailable', { retryAfter: soonest + Math.floor(Math.random() * (latest - soonest + 1)) })
      }
      inside += 1
      try {
        return await work()
      } finally {
        inside -= 1
      }
    },
    inside: () => inside,
    refused: () => refused,
  }
}
