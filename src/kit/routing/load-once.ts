import { loadWithRetry } from './load-with-retry.ts'

export interface Loader<T> {
  /** What has come; null before. */
  readonly loaded: T | null
  /** Begins once. What could not be loaded fails at once for those who ask later. */
  load(): Promise<T>
}

/** @param load called again after a failure */
export function loadOnce<T>(load: () => Promise<T>): Loader<T> {
  let loading: Promise<T> | null = null
  let loaded: T | null = null
  return {
    get loaded() {
      return loaded
    },
    load() {
      loading ??= loadWithRetry(load).then((value) => {
        loaded = value
        return value
      })
      return loading
    },
  }
}
