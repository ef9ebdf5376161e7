// Limits how many bytes requests hold in memory together. What has arrived counts, not what was announced: announcing costs
// a client nothing.
import { AppError } from '../app-error.ts'

const retryAfterSeconds = 5

export interface Reservation {
  /** @throws AppError `unavailable` when the budget does not have as many bytes left */
  add(bytes: number): void
  /** Returns all of it. */
  release(): void
}

export interface MemoryBudget {
  open(): Reservation
  /** Bytes in use. */
  active(): number
  /** How often the budget was used up since the start. */
  rejected(): number
}

export function createMemoryBudget(limit: number): MemoryBudget {
  let active = 0
  let rejected = 0

  return {
    open() {
      let own = 0
      return {
        add(bytes) {
          if (active + bytes > limit) {
            rejected += 1
            throw new AppError('unavailable', { retryAfter: retryAfterSeconds })
          }
          active += bytes
          own += bytes
        },
        release() {
          active -= own
          own = 0
        },
      }
    },
    active: () => active,
    rejected: () => rejected,
  }
}
