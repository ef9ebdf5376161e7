// Access and limits of routes that have no contract: pages, static files, and what operators read.
import type { FastifyInstance } from 'fastify'
import { limits } from '#shared/api/applicant/limits.ts'
import type { CallLimits } from '#shared/api/contract.ts'

const declarePublic = (declared: CallLimits) => ({
  config: { access: 'public', limits: declared } as const,
  bodyLimit: declared.bodyBytes,
})

/** Route options. */
export const publicRoute = declarePublic(limits.staticLimits)
export const publicFormPost = declarePublic(limits.earlyFormPost)

/** Declares every route public that the scope registers from now on, for plugins that declare nothing themselves. */
export function declarePublicRoutes(scope: FastifyInstance): FastifyInstance {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, ...publicRoute.config }
    route.bodyLimit = publicRoute.bodyLimit
  })
  return scope
}
