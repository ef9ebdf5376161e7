// What every response and every request body has in common: security headers out, nothing but JSON in.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { apiBase } from '#shared/api/calls.ts'
import { parseJson } from './json-body.ts'
import { refuseAmbiguousRequests } from './request-line.ts'

/** Features of the browser that no page of the portal uses. */
const unusedFeatures = [
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

const permissionsPolicy = unusedFeatures.map((feature) => `${feature}=()`).join(', ')
/** Of the staff's pages, where the codes of slips are scanned. */
export const cameraPolicy = permissionsPolicy.replace('camera=()', 'camera=(self)')

/** They say how a page behaves; on a script or a style sheet they would only cost a slow line 400 bytes. */
const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissionsPolicy,
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers could be turned against a page.
  'x-xss-protection': '0',
}

/** The names of the headers that only a page obeys. */
export const pageHeaderNames = Object.keys(pageHeaders)

/** With this the content of a file never runs as part of this site. */
export const filePolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

const securityHeaders = {
  // Pages set their own policy.
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  ...pageHeaders,
}

export function secureHttp(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const isHttps = publicUrl.startsWith('https:')
  const headers = {
    ...securityHeaders,
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    if (request.url.startsWith(apiBase)) reply.header('cache-control', 'no-store')
    done()
  })
  refuseAmbiguousRequests(app)
  acceptJsonBodiesOnly(app)
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
