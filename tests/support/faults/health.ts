import { setTimeout as pause } from 'node:timers/promises'

/** Waits until the server says that it can serve; resolves with how many ms that took. */
export async function untilReady(origin: string, patienceMs = 90_000): Promise<number> {
  const started = performance.now()
  while ((await statusOf(origin, '/readyz')) !== 200) {
    if (performance.now() - started > patienceMs) throw new Error(`${origin} is not ready after ${patienceMs} ms.`)
    await pause(50)
  }
  return Math.round(performance.now() - started)
}

/** The status that a page of health answers; null when nobody does. */
export const statusOf = (origin: string, page: '/healthz' | '/readyz'): Promise<number | null> =>
  fetch(`${origin}${page}`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => null,
  )
