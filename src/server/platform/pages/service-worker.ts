// /service-worker.js: the built worker, or one that removes itself (docs/decisions/0011-offline-app.md).

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { publicRoute } from '#server/http/declared-access.ts'

export const serviceWorkerFile = 'service-worker.js'

/** Deletes every cache of the app and unregisters itself; open pages stay as they are. */
export const withdrawnWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
`

/** The policy of a worker's script also applies to its requests. */
const policy = "default-src 'none'; connect-src 'self'"

export type ServiceWorkerMode = 'served' | 'withdrawn'

export function registerServiceWorker(app: FastifyInstance, root: string, mode: ServiceWorkerMode): void {
  const file = join(root, serviceWorkerFile)
  if (mode === 'served' && !existsSync(file)) return
  const script = mode === 'withdrawn' ? withdrawnWorker : readFileSync(file)
  app.get(`/${serviceWorkerFile}`, publicRoute, (_, reply) => sendWorker(reply, script))
}

export const sendWorker = (reply: FastifyReply, script: string | Buffer): FastifyReply =>
  reply
    .header('content-security-policy', policy)
    // Browsers check for a new worker at each visit; no proxy may answer with an old one.
    .header('cache-control', 'no-cache')
    .type('text/javascript; charset=utf-8')
    .send(script)
