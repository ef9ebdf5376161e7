// The service worker lets the app open offline. It stores the app's own files and no personal data
// (docs/decisions/0011-offline-app.md). Built into /service-worker.js.
import { shell, storeFiles, storeLoadedFiles, storeShell } from './cache.ts'
import { routeRequest } from './route-request.ts'

/** Filled in by tools/build/service-worker.mjs. */
declare const build: {
  /** Differs when any of the files does. */
  readonly version: string
  /** The script that the shell starts. */
  readonly entry: string
  readonly files: readonly string[]
}
declare const self: ServiceWorkerGlobalScope
declare const navigator: WorkerNavigator & { readonly connection?: { readonly saveData?: boolean } }

const { version, entry, files } = build
const cachePrefix = 'app-'
const cacheName = cachePrefix + version
const unhashedFiles = files.filter((file) => !file.startsWith('/assets/'))

/** Milliseconds that the server may take to send a page before the shell opens instead. */
const pageTimeout = 4000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const target = routeRequest(request, self.location.origin, unhashedFiles)
  if (target === 'file') event.respondWith(respondWithFile(event))
  if (target === 'page') event.respondWith(respondWithPage(request))
  if (target === 'page with own policy') event.respondWith(fetch(request).catch(respondWithShell))
})

async function install() {
  const cache = await caches.open(cacheName)
  await storeShell(cache, entry)
  if (navigator.connection?.saveData) await storeLoadedFiles(cache, files)
  else await storeFiles(cache, files)
}

/**
 * Runs once no window of the previous version is open. Without `skipWaiting`, so that the files of an open window are
 * never deleted while it needs them.
 */
async function activate() {
  const names = await caches.keys()
  const outdated = names.filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** From any version's cache: the hash in the name identifies the content. */
async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') event.waitUntil(storeResponse(request, response.clone()))
  return response
}

async function storeResponse(request: Request, response: Response) {
  const cache = await caches.open(cacheName)
  // A full device is no reason to fail.
  await cache.put(request, response).catch(() => {})
}

/** The shell is stored before the worker answers any page, unless the browser has removed it. */
async function respondWithShell(error: unknown): Promise<Response> {
  const cached = await caches.match(shell, { ignoreVary: true })
  if (!cached) throw error
  return cached
}

/** The server's page; the shell when the server is late or answers with an error. */
async function respondWithPage(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const cachedShell = await cache.match(shell, { ignoreVary: true })
  if (!cachedShell) return fetch(request)
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? cachedShell : response),
    () => cachedShell,
  )
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(cachedShell), pageTimeout))
  return Promise.race([answer, timeout])
}
