/**
 * Calls `send` that many times, never more often at once than a test's server has database connections: a rate limit whose
 * connection times out on a slow machine is counted in memory, apart from the others.
 */
export async function sendInBatches<T>(count: number, send: () => Promise<T>, batchSize = 8): Promise<T[]> {
  const answers: T[] = []
  while (answers.length < count) {
    const size = Math.min(batchSize, count - answers.length)
    answers.push(...(await Promise.all(Array.from({ length: size }, send))))
  }
  return answers
}
