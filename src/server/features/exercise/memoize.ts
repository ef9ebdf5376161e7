/**
 * Loads a value once and reuses it for `ttlMs`. Concurrent callers share one load; a failed load is not cached.
 */
export function memoize<T>(load: () => Promise<T>, ttlMs: number, clock: () => Date): () => Promise<T> {
  let value: Promise<T> | undefined
  let loadedAt = 0
  return () => {
    const now = clock().getTime()
    // A clock that was set back would keep the value for as long.
    if (value && Math.abs(now - loadedAt) < ttlMs) return value
    loadedAt = now
    const loading = load()
    loading.catch(() => {
      if (value === loading) value = undefined
    })
    value = loading
    return loading
  }
}
