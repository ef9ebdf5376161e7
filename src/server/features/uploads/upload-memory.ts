// How much of uploads may be in memory at once: slow networks hold many of them open for minutes.
import { AppError } from '#server/platform/api/app-error.ts'

export interface Room {
  /**
   * Takes up so many bytes for somebody until what is returned is called.
   * @throws AppError `too_many_requests` past somebody's own share, `unavailable` when there is no room for anybody
   */
  enter(who: string, bytes: number): () => void
}

const retryAfter = 5

/** `capacity` in all and `share` for each are bytes. */
export function room({ capacity, share }: { capacity: number; share: number }): Room {
  let taken = 0
  const shares = new Map<string, number>()

  function take(who: string, bytes: number) {
    taken += bytes
    const own = (shares.get(who) ?? 0) + bytes
    if (own > 0) shares.set(who, own)
    else shares.delete(who)
  }

  return {
    enter(who, bytes) {
      if ((shares.get(who) ?? 0) + bytes > share) throw new AppError('too_many_requests', { retryAfter })
      if (taken + bytes > capacity) throw new AppError('unavailable', { retryAfter })
      take(who, bytes)
      let isIn = true
      return () => {
        if (isIn) take(who, -bytes)
        isIn = false
      }
    },
  }
}
