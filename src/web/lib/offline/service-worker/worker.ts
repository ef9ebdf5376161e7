// The service worker: the app opens without a line. It keeps the app's own files and nothing of anybody's
// (docs/decisions/0011-service-worker.md). Built into /service-worker.js.
import { keepAll, keepLoaded, keepShell, shell } from './cache.ts'
import { wayOf } from './route-request.ts'

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
const prefix = 'app-'
const cacheName = prefix + version
const unhashed = files.filter((file) => !file.startsWith('/assets/'))

/** Milliseconds that a page's server may take before the shell opens instead. */
const patience = 4000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const way = wayOf(request, self.location.origin, unhashed)
  if (way === 'file') event.respondWith(file(event))
  if (way === 'page') event.respondWith(page(request))
})

async function install() {
  const cache = await caches.open(cacheName)
  await keepShell(cache, entry)
  if (navigator.connection?.saveData) await keepLoaded(cache, files)
  else await keepAll(cache, files)
}

/**
 * Runs when no window of the version before is open any more: nobody waits for `skipWaiting`, so nobody's next step
 * goes missing under them.
 */
async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((n) => caches.delete(n)))
  await self.clients.claim()
}

/** Whatever version it was kept for: the name says what is in it. */
async function file(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok && response.type === 'basic') event.waitUntil(keep(request, response.clone()))
  return response
}

async function keep(request: Request, response: Response) {
  const cache = await caches.open(cacheName)
  // A full device is no reason to fail.
  await cache.put(request, response).catch(() => {})
}

/** The server's page; the shell when it says nothing in time, or only that it cannot. */
async function page(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(shell, { ignoreVary: true })
  if (!kept) return fetch(request)
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  )
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patience))
  return Promise.race([answer, late])
}
