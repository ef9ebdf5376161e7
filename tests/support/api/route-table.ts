// Records every route that an application registers, also those of plugins, so that no route can be missed.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'

export interface RegisteredRoute {
  method: string
  url: string
  config: FastifyContextConfig
}

const channel = 'fastify.initialization'

/** Runs `create`, and returns its result with the routes of the application that it creates. */
export async function recordRoutes<T>(create: () => Promise<T>): Promise<{ created: T; routes: RegisteredRoute[] }> {
  const registered: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      registered.push(route)
    })
  }
  subscribe(channel, listen)
  try {
    const created = await create()
    // Read at the end, because `declareAccess` adds the access to a plugin's routes after this hook has run.
    return { created, routes: registered.flatMap(splitMethods) }
  } finally {
    unsubscribe(channel, listen)
  }
}

const splitMethods = ({ method, url, config = {} }: RouteOptions): RegisteredRoute[] =>
  [method].flat().map((one) => ({ method: one, url, config: config as FastifyContextConfig }))
