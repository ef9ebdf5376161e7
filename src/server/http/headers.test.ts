import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { secureHttp } from './headers.ts'

async function getHeaders(publicUrl: string) {
  const app = Fastify()
  secureHttp(app, { publicUrl })
  app.get('/', () => ({}))
  const { headers } = await app.inject('/')
  await app.close()
  return headers
}

test('V3.4.1 over HTTPS browsers are told to use nothing else for a year, on subdomains too', async () => {
  const headers = await getHeaders('https://jobs.example.org')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('over plain HTTP, as in the demo, HTTPS is not demanded', async () => {
  expect(await getHeaders('http://localhost:3000')).not.toHaveProperty('strict-transport-security')
})

test('V3.2.1 V3.4.2 V3.4.3 V3.4.8 V3.5.8 a response that is not a page may load nothing, be framed nowhere and be read by no other origin', async () => {
  expect(await getHeaders('http://localhost:3000')).toMatchObject({
    'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(), '),
  })
})
