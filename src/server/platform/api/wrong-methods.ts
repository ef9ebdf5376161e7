// A known address that is asked in another way than it can be: 405 with the ways it can, instead of "nothing here".
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { apiBase, type CallName, callOf, calls, type Method } from '#shared/api/calls.ts'
import { AppError } from './app-error.ts'
import { send } from './replies.ts'

const all: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Call it after every route is there. */
export function refuseWrongMethods(app: FastifyInstance): void {
  for (const [path, methods] of methodsByPath()) {
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods
    app.route({
      method: all.filter((method) => !allowed.includes(method as Method)),
      url: `${apiBase}${path}`,
      config: { access: 'public' },
      // Before a body is read.
      onRequest: async (_request, reply) =>
        send(reply.header('allow', allowed.join(', ')), new AppError('method_not_allowed')),
      handler: () => undefined,
    })
  }
}

function methodsByPath(): Map<string, Method[]> {
  const found = new Map<string, Method[]>()
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = callOf(name)
    found.set(path, [...(found.get(path) ?? []), method])
  }
  return found
}
