// Records every route that an application registers, also those of plugins, so that no route can be missed.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance, RouteOptions } from 'fastify'
// For what it adds to the configuration of a route.
import type {} from '#server/http/serve.ts'

export interface RegisteredRoute {
  method: string
  url: string
  config: FastifyContextConfig
  bodyLimit: number | undefined
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

/** Routes that do not declare what a request may cost: its body, and its rate if it is a call of the API. */
export function findUnlimited(routes: readonly RegisteredRoute[]): string[] {
  return routes.filter((route) => !isLimited(route)).map(({ method, url }) => `${method} ${url}`)
}

function isLimited({ config: { call, access, limits }, bodyLimit }: RegisteredRoute): boolean {
  if (!limits || limits.bodyBytes !== bodyLimit) return false
  if (!call) return true
  return Boolean(
    access === 'public' || access === 'provider' ? limits.perNetwork : limits.perNetwork || limits.perAccount,
  )
}

const splitMethods = ({ method, url, bodyLimit, config = {} }: RouteOptions): RegisteredRoute[] =>
  [method].flat().map((one) => ({ method: one, url, bodyLimit, config: config as FastifyContextConfig }))
