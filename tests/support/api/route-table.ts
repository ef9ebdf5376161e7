// Every route that an application registers, also those of plugins: seen from outside, so that none can be left out.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'

export interface KnownRoute {
  method: string
  url: string
  config: FastifyContextConfig
}

const channel = 'fastify.initialization'

/** The routes of the first application that is made while `make` runs, and what `make` returns. */
export async function recordRoutes<T>(make: () => Promise<T>): Promise<{ made: T; routes: KnownRoute[] }> {
  const seen: RouteOptions[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => {
      seen.push(route)
    })
  }
  subscribe(channel, listen)
  try {
    const made = await make()
    // Read when all is made: a plugin's declaration is added to its routes after this hook has seen them.
    return { made, routes: seen.flatMap(eachMethod) }
  } finally {
    unsubscribe(channel, listen)
  }
}

const eachMethod = ({ method, url, config = {} }: RouteOptions): KnownRoute[] =>
  [method].flat().map((one) => ({ method: one, url, config: config as FastifyContextConfig }))
