// Leaving without an error for anybody: whoever is connected is answered and told to connect elsewhere, a balancer sees
// that this server is no longer ready, and only then is the door closed.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { connectionsOf, type Doors } from './listening-sockets.ts'

/** How long the door stays open for those who are connected and for balancers that have not looked yet, in ms. */
const lingerMs = 2_000

/** From the moment of leaving on, every answer ends its connection. */
export function answerGoodbye(app: FastifyInstance, leaving: AbortSignal): void {
  app.addHook('onSend', async (_request, reply) => {
    if (leaving.aborted) reply.header('connection', 'close')
  })
}

/**
 * Closes after the signal was given; resolves when every request in hand was answered or the grace is over.
 * @param graceMs for requests in hand
 */
export async function leave(app: FastifyInstance, doors: Doors | undefined, graceMs: number): Promise<void> {
  const connections = async () => (await connectionsOf(app.server)) + ((await doors?.connections()) ?? 0)
  const closesAt = Date.now() + lingerMs
  while (Date.now() < closesAt && (await connections()) > 0) await pause(50)
  await Promise.race([Promise.all([doors?.close(), app.close()]), pause(graceMs, undefined, { ref: false })])
}
