// Where the request comes from that is being handled, for its audit events. Services need not hand it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { truncateAddress } from '../api/client-network.ts'

const storage = new AsyncLocalStorage<string>()

/** Truncated; null outside requests. */
export const getRequestNetwork = (): string | null => storage.getStore() ?? null

/** Call it before any hook or route that writes audit events. */
export function registerRequestNetwork(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => storage.run(truncateAddress(request.ip), done))
}
