import type { FastifyInstance } from 'fastify'
import type { Access } from '#shared/api/contract.ts'

/** Declares the access of every route that the scope registers from now on, for plugins that declare none themselves. */
export function declareAccess(scope: FastifyInstance, access: Access): FastifyInstance {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: route.config?.access ?? access }
  })
  return scope
}
