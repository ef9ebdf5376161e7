// What every response and every request body has in common: security headers out, nothing but JSON in.
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiBase } from '#shared/api/calls.ts'
import { parseJson } from './json-body.ts'
import { refuseAmbiguousRequests } from './request-line.ts'

/** Features of the browser that no page of the portal uses. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

const none = ["'none'"]
const apiPolicy = { defaultSrc: none, objectSrc: none, baseUri: none, frameAncestors: none }

export function secureHttp(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  refuseAmbiguousRequests(app)
  acceptJsonBodiesOnly(app)

  const isHttps = publicUrl.startsWith('https:')
  app.register(helmet, {
    // Pages set their own policy; everything else may load nothing.
    contentSecurityPolicy: { useDefaults: false, directives: apiPolicy },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy)
    if (request.url.startsWith(apiBase)) reply.header('cache-control', 'no-store')
  })
}

function acceptJsonBodiesOnly(app: FastifyInstance) {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => {
      // Clients send the content type with requests that have no body, too.
      return text.trim() === '' ? undefined : parseJson(text)
    },
  )
}
