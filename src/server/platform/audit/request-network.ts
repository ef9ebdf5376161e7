// Where the request comes from that is being handled, for its audit events. Services need not hand it on.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { truncateAddress } from '../api/client-network.ts'

const storage = new AsyncLocalStorage<string>()

/** Truncated; null outside requests. */
export const getRequestNetwork = (): string | null => storage.getStore() ?? null

const runWithNetwork = (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) =>
  storage.run(truncateAddress(request.ip), done)

/** Call it before any hook or route that writes audit events. */
export function registerRequestNetwork(app: FastifyInstance): void {
  // Again after the body has been read: its events come from the connection, which knows nothing of the request.
  app.addHook('onRequest', runWithNetwork)
  app.addHook('preValidation', runWithNetwork)
}
