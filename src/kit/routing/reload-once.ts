import { loadWithRetry } from './load-with-retry.ts'

const key = 'reloaded'

/**
 * Loads the page again, unless the last time was at this address. An import that failed stays failed for as long as the document
 * lives (whatwg/html#6768), so only another one can ask for the file again.
 * @returns false where that has been tried, or storage cannot tell
 */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(key) === location.href) return false
    sessionStorage.setItem(key, location.href)
  } catch {
    return false
  }
  location.reload()
  return true
}

/** Code that an action needs. What was typed must be in the browser's storage. */
export const loadOrReload = <T>(load: () => Promise<T>): Promise<T> =>
  loadWithRetry(load).catch((error: unknown) => {
    if (reloadOnce()) return new Promise<never>(() => {})
    throw error
  })
