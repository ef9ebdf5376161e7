// Stores the files of the app on the device.

/** The page in which the app draws every route: it has no content, and the strict policy of every other page. */
export const shell = '/spa.html'

/**
 * Fetches the missing files, one after the other and with low priority: the page's own requests must not wait for them.
 * @throws when a file cannot be fetched; the next try continues after the stored ones
 */
export async function storeFiles(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) {
    if (await cache.match(file)) continue
    await cache.put(file, await fetchFile(file, { priority: 'low' }))
  }
}

/** Stores only what the browser has already loaded, without network traffic: for users who turned on data saving. */
export async function storeLoadedFiles(cache: Cache, files: readonly string[]): Promise<void> {
  for (const file of files) {
    try {
      await cache.put(file, await fetchFile(file, { cache: 'only-if-cached', mode: 'same-origin' }))
    } catch {
      // Not loaded yet. The fetch handler stores it when it is.
    }
  }
}

/**
 * Stores the page in which every route can be drawn.
 * @param entry the script that the page must start: during a deployment a server with another build may answer
 * @throws when the page cannot be fetched or belongs to another build
 */
export async function storeShell(cache: Cache, entry: string): Promise<void> {
  if (await cache.match(shell)) return
  const page = await fetchFile(shell, { cache: 'no-cache' })
  if (!(await page.clone().text()).includes(entry)) throw new Error('The shell belongs to another build.')
  await cache.put(shell, page)
}

async function fetchFile(file: string, init: RequestInit): Promise<Response> {
  const response = await fetch(file, init)
  // The login page of a Wi-Fi may answer instead of the server.
  if (!response.ok || response.redirected || response.type !== 'basic') throw new Error(`${file} could not be fetched.`)
  return response
}
