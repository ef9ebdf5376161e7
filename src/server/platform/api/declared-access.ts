// Who may call a plugin's routes, which know nothing of declarations.
import type { FastifyInstance } from 'fastify'
import type { Access } from '#shared/api/contract.ts'

/** A scope whose routes from here on are declared so, for plugins to register theirs in. */
export function declaredAs(scope: FastifyInstance, access: Access): FastifyInstance {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: route.config?.access ?? access }
  })
  return scope
}
