// How much of uploads may be in memory at once: slow networks hold many of them open for minutes.
import { AppError } from '#server/http/app-error.ts'

export interface Room {
  /**
   * Takes up so many bytes until what is returned is called.
   * @throws AppError `unavailable` when they don't fit any more
   */
  enter(bytes: number): () => void
}

/** @param capacity bytes */
export function room(capacity: number): Room {
  let taken = 0
  return {
    enter(bytes) {
      if (taken + bytes > capacity) throw new AppError('unavailable', { retryAfter: 5 })
      taken += bytes
      let isIn = true
      return () => {
        if (isIn) taken -= bytes
        isIn = false
      }
    },
  }
}
