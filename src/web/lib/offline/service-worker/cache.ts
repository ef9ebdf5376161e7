// Puts the files of the app onto the device.

/** Where an app that is never prerendered gets its empty shell, with the strict policy of every other screen. */
export const shell = '/app/dashboard'

/**
 * Fetches what the device lacks, one file after the other and behind everything else: what the page itself loads must not wait for it.
 * @throws when a file does not come; what came is kept, and the next try goes on from there
 */
export async function keepAll(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (await cache.match(file)) continue
    await cache.put(file, await fetched(file, { priority: 'low' }))
  }
}

/** Keeps what the browser has loaded anyway, without a byte from the network: for whoever asked to save data. */
export async function keepLoaded(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await cache.put(file, await fetched(file, { cache: 'only-if-cached', mode: 'same-origin' }))
    } catch {
      // Not loaded yet. It is kept when it is.
    }
  }
}

/**
 * Keeps the page in which every screen can be drawn.
 * @param entry the script that it must start: while servers change over, one of another build may answer
 * @throws when it does not come, or is another build's
 */
export async function keepShell(cache: Cache, entry: string): Promise<void> {
  if (await cache.match(shell)) return
  const page = await fetched(shell, { cache: 'no-cache' })
  if (!(await page.clone().text()).includes(entry)) throw new Error('The shell is of another build.')
  await cache.put(shell, page)
}

async function fetched(file: string, how: RequestInit): Promise<Response> {
  const response = await fetch(file, how)
  // A café's network may answer in the server's place.
  if (!response.ok || response.redirected || response.type !== 'basic') throw new Error(`${file} did not come.`)
  return response
}
