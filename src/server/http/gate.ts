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

interface Room {
  /** More never fit in. */
  most: number
  /** So many fit in even while the work takes too long. */
  whenSlow?: number
  /** What is too long for one piece of work, in ms. */
  slowMs?: number
  /** Whether this process is behind with everything, so that nobody else may begin. */
  isLate?: () => boolean
}

/** Seconds; spread, so that those who were refused together do not come back together. */
const comeBack = { soonest: 2, latest: 8 }

export function gate({ most, whenSlow = most, slowMs = Number.POSITIVE_INFINITY, isLate = () => false }: Room): Gate {
  let inside = 0
  let refused = 0
  /** How long the work took that was done last: a crowd that is there for a moment only is let in whole. */
  let lastMs = 0

  const isFull = () => inside >= (lastMs > slowMs ? whenSlow : most) || isLate()

  return {
    async pass(work) {
      if (isFull()) {
        refused += 1
        const { soonest, latest } = comeBack
        throw new AppError('unavailable', { retryAfter: soonest + Math.floor(Math.random() * (latest - soonest + 1)) })
      }
      inside += 1
      const began = performance.now()
      try {
        return await work()
      } finally {
        lastMs = performance.now() - began
        inside -= 1
      }
    },
    inside: () => inside,
    refused: () => refused,
  }
}
