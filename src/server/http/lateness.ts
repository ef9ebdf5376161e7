// Whether this process is behind with its work: what is readable on all connections is read in one round of the event loop,
// and in a rush a round takes seconds.

const everyMs = 50

/**
 * @param limitMs how long a round of the event loop may take
 * @returns whether the one under way has taken longer
 */
export function lateness(limitMs: number): () => boolean {
  let begun = performance.now()
  setInterval(() => {
    begun = performance.now()
  }, everyMs).unref()
  return () => performance.now() - begun > limitMs + everyMs
}
