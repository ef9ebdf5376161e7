// Lets the page of a door open without a connection. The page itself stores its files; the worker only answers with them,
// and with no other page of the staff. Built into /staff/door-worker.js.
import { doorCache, doorShell, staffBase } from '#shared/staff/paths.ts'

declare const self: ServiceWorkerGlobalScope

/** Milliseconds that the server may take to send the page before the stored one opens instead. */
const pageTimeout = 4_000

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && isDoor(pathname)) event.respondWith(respondWithPage(request))
  else if (pathname.startsWith(`${staffBase}/assets/`)) event.respondWith(respondWithFile(request))
})

const isDoor = (path: string) => path.startsWith(`${staffBase}/sittings/`) && path.endsWith('/door')

const find = async (key: string | Request) => (await caches.open(doorCache)).match(key, { ignoreVary: true })

/** A stored file never goes stale: its name has a hash of its content. */
const respondWithFile = async (request: Request) => (await find(request)) ?? fetch(request)

/** The server's page; the stored one when the server is late, unreachable or answers with an error. */
async function respondWithPage(request: Request): Promise<Response> {
  const stored = await find(doorShell)
  if (!stored) return fetch(request)
  const answer = fetch(request).then(
    (response) => (response.status >= 500 ? stored : response),
    () => stored,
  )
  const timeout = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), pageTimeout))
  return Promise.race([answer, timeout])
}
