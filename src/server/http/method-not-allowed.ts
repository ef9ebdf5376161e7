// A known path with a wrong method is a 405 that lists the allowed methods, not a 404.
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { type AnyCallName, allCalls, getAnyCall } from '#shared/api/applicant/all-calls.ts'
import { apiBase, type Method } from '#shared/api/calls.ts'
import { getStaffCall, type StaffCallName, staffCalls } from '#shared/api/staff/calls.ts'
import { AppError } from '../app-error.ts'
import { publicRoute } from './declared-access.ts'
import { sendError } from './replies.ts'

const allMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Call it after every other route is registered. */
export function registerMethodNotAllowed(app: FastifyInstance): void {
  for (const [path, methods] of groupMethodsByPath()) {
    const allowed = methods.includes('GET') ? ['HEAD', ...methods] : methods
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method as Method)),
      url: `${apiBase}${path}`,
      ...publicRoute,
      // Replies before a body is read.
      onRequest: async (_request, reply) =>
        sendError(reply.header('allow', allowed.join(', ')), new AppError('method_not_allowed')),
      handler: () => undefined,
    })
  }
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
