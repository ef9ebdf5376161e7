// For what can happen a thousand times a second: one log line with a count.

const intervalMs = 1_000

/** @returns counts one; what was counted is written a second after the first of it */
export function createCountedLog(write: (count: number) => void): () => void {
  let count = 0
  return () => {
    count += 1
    if (count > 1) return
    setTimeout(() => {
      write(count)
      count = 0
    }, intervalMs).unref()
  }
}
