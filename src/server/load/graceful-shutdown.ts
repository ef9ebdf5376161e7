// Graceful shutdown: fail /readyz, finish requests with `Connection: close`, then stop listening.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ListeningSockets } from './listening-sockets.ts'

/** How long new connections are still accepted, for clients and load balancers that have not noticed yet. */
const lingerMs = 2_000

/** For what the app does after its last request, such as writing what it has counted. */
const lastWorkMs = 1_000

/** Once the signal is given, every reply closes its connection. */
export function closeConnectionsOnShutdown(app: FastifyInstance, shuttingDown: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (shuttingDown.aborted) reply.header('connection', 'close')
  })
}

/**
 * Stops listening; call it after the signal was given. Resolves when all requests are answered.
 * @param timeoutMs after which requests that still run are cut off
 */
export async function shutDown(app: FastifyInstance, sockets: ListeningSockets, timeoutMs: number): Promise<void> {
  const closesAt = Date.now() + lingerMs
  while (Date.now() < closesAt && (await sockets.countConnections()) > 0) await pause(50)
  const closing = Promise.all([sockets.closeExtraSockets(), app.close()])
  const wait = (ms: number) => Promise.race([closing, pause(ms, undefined, { ref: false })])
  await wait(timeoutMs)
  app.server.closeAllConnections()
  await wait(lastWorkMs)
}
