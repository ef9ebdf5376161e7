// Where the request comes from that is being handled, for its audit events. Services need not hand it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { truncateAddress } from '#server/http/client-network.ts'

const storage = new AsyncLocalStorage<string>()

/** Truncated here, since most requests write no audit event; null outside requests. */
export function getRequestNetwork(): string | null {
  const address = storage.getStore()
  return address === undefined ? null : truncateAddress(address)
}

/** Call it before any hook or route that writes audit events. */
export function registerRequestNetwork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => storage.run(request.ip, done))
}
