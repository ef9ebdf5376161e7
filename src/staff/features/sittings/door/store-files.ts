// Keeps the files of this page on the device, so that it opens without a connection after it was opened once.
import { doorCache, doorShell, doorWorkerPath, staffBase } from '#shared/staff/paths.ts'

/** In built pages only. Without a worker the page that is open still works offline. */
export async function storeDoorFiles(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !('caches' in globalThis)) return
  await navigator.serviceWorker.register(doorWorkerPath, { scope: `${staffBase}/sittings/`, updateViaCache: 'none' })
  const page = await fetch(doorShell, { cache: 'no-store' })
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''
  // During a deployment a server with another build may answer, and after it: the files of this page would not fit to it.
  if (!page.ok || page.redirected || !(await page.clone().text()).includes(entry)) return
  const cache = await caches.open(doorCache)
  const files = listLoadedFiles()
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
  await cache.put(doorShell, page)
  const needed = new Set([...files, doorShell])
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (!needed.has(pathname)) await cache.delete(pathname)
  }
}

/** The scripts and styles that have brought this page here. */
const listLoadedFiles = (): string[] => {
  const own = [...document.querySelectorAll('script[src], link[href]')].map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  )
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const paths = [...own, ...loaded].map((name) => new URL(name, location.href).pathname)
  return [...new Set(paths)].filter((path) => path.startsWith(`${staffBase}/assets/`))
}
