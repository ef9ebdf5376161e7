// A known path with a wrong method is a 405 that lists the allowed methods, not a 404.
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type AnyCallName, allCalls, getAnyCall } from '#shared/api/applicant/all-calls.ts'
import { apiBase, type Method } from '#shared/api/calls.ts'
import { getStaffCall, type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { AppError } from '../app-error.ts'
import { publicRoute } from './declared-access.ts'
import { sendError } from './replies.ts'

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** One route for all: one for each path and method would be a thousand, most of what the router holds. */
export function registerMethodNotAllowed(app: FastifyInstance): void {
  const paths = [...groupMethodsByPath()].map(([path, methods]) => ({
    pattern: new URLPattern({ pathname: `${path}{/}?` }),
    allowed: methods.includes('GET') ? ['HEAD', ...methods] : methods,
  }))
  app.route<{ Params: { '*': string } }>({
    method: allMethods,
    url: `${apiBase}/*`,
    ...publicRoute,
    // Replies before a body is read.
    onRequest: async ({ method, params }, reply) => {
      // An allowed method comes here where a parameter of the path is too long.
      const known = paths.find(
        ({ pattern, allowed }) => pattern.test({ pathname: `/${params['*']}` }) && !allowed.includes(method),
      )
      if (!known) return sendError(reply, new AppError('not_found'))
      return sendError(reply.header('allow', known.allowed.join(', ')), new AppError('method_not_allowed'))
    },
    handler: () => undefined,
  })
}

function groupMethodsByPath(): Map<string, Method[]> {
  const methods = new Map<string, Method[]>()
  const all = [
    ...(Object.keys(allCalls) as AnyCallName[]).map(getAnyCall),
    ...(Object.keys(staffCalls) as StaffCallName[]).map(getStaffCall),
  ]
  for (const { method, path } of all) {
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  return methods
}
