import { useEffect } from 'react'

/** Milliseconds. On phones a page is seen again after each dialog, such as that in which a file is chosen. */
const minInterval = 60_000

/**
 * Reads again what a page shows when it is seen again: it may have changed while the page was left open. Both stay the same
 * functions.
 * @param getReadAt when it was read last, in milliseconds since 1970
 */
export function useReadWhenSeen(getReadAt: () => number, read: () => void): void {
  useEffect(() => {
    const readIfOld = () => {
      if (document.visibilityState !== 'hidden' && Date.now() - getReadAt() >= minInterval) read()
    }
    document.addEventListener('visibilitychange', readIfOld)
    return () => document.removeEventListener('visibilitychange', readIfOld)
  }, [getReadAt, read])
}
