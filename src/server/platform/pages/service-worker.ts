// /service-worker.js: the built one, or the one that takes itself back (docs/decisions/0011-service-worker.md).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

export const serviceWorkerFile = 'service-worker.js'

/** Removes everything that a worker of ours has kept, and itself; open pages stay as they are. */
const withdrawn = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
`

/** A worker's requests follow the policy of its own script: it fetches from here and nowhere else. */
const policy = "default-src 'none'; connect-src 'self'"

export type ServiceWorkerPolicy = 'served' | 'withdrawn'

/** Browsers ask for it at each visit; nothing on the way may keep it. */
export function serviceWorkerRoute(app: FastifyInstance, root: string, state: ServiceWorkerPolicy): void {
  const file = join(root, serviceWorkerFile)
  if (state === 'served' && !existsSync(file)) return
  const script = state === 'withdrawn' ? withdrawn : readFileSync(file)
  app.get(`/${serviceWorkerFile}`, { config: { access: 'public' } }, (_, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(script),
  )
}
