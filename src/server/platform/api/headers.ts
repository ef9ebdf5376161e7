// The edge: JSON only, honest methods, headers that keep browsers from being clever.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiBase } from '#shared/api/calls.ts'
import { AppError } from './app-error.ts'

interface Edge {
  publicUrl: string
}

export function hardened(app: FastifyInstance, { publicUrl }: Edge): void {
  app.removeContentTypeParser('text/plain')
  jsonBodies(app)

  const overHttps = publicUrl.startsWith('https:')
  app.register(helmet, {
    // Pages bring their own policy; what is not a page may load nothing.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: overHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(apiBase)) reply.header('cache-control', 'no-store')
  })
}

/** An absent body is no body, whatever the header says; names that reach into prototypes are refused. */
function jsonBodies(app: FastifyInstance) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      if (text.trim() === '') return undefined
      try {
        return JSON.parse(text) as unknown
      } catch (cause) {
        throw new AppError('malformed_request', { cause })
      }
    },
  )
}
