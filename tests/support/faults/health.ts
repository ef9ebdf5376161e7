import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until /readyz answers 200; resolves with the time it took in ms. */
export async function waitUntilReady(origin: string, timeoutMs = 90_000): Promise<number> {
  const started = performance.now()
  while ((await fetchStatus(origin, '/readyz')) !== 200) {
    if (performance.now() - started > timeoutMs)
      throw new Error(`${origin} is not ready after ${timeoutMs} ms: ${await describeReadiness(origin)}`)
    await sleep(50)
  }
  return Math.round(performance.now() - started)
}

/** Null when no server answers. */
export const fetchStatus = (origin: string, page: '/healthz' | '/readyz'): Promise<number | null> =>
  fetch(`${origin}${page}`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => null,
  )

const describeReadiness = (origin: string): Promise<string> =>
  fetch(`${origin}/readyz`).then(async (response) => `${response.status} ${await response.text()}`, String)
