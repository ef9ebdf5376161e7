// One log line per request, and the id that connects it with the lines written on the way. Only the route's pattern is
// logged: a path may hold a NIN.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Long enough for the ids that proxies create, and longer than a NIN or a phone number. */
const wellFormedId = /^[\w.:=-]{16,64}$/

/** Returns the proxy's X-Request-Id when it is well-formed, otherwise a new id that is unique across servers. */
export function createRequestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id']
  return typeof id === 'string' && wellFormedId.test(id) ? id : randomUUID()
}

export function registerAccessLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const startedAt = performance.now()
    // Also emitted when the client disconnects before the reply is sent.
    reply.raw.once('close', () => {
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.raw.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(!reply.raw.writableFinished && { aborted: true }),
        },
        'request',
      )
    })
  })
}
