import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { allCalls } from '#shared/api/applicant/all-calls.ts'
import { staffCalls } from '#shared/api/staff/calls.ts'
import { startApi } from '#tests/support/api/api.ts'
import { secureHttp } from './headers.ts'

async function getHeaders(publicUrl: string, path = '/') {
  const app = Fastify()
  secureHttp(app, { publicUrl })
  app.get(path, () => ({}))
  const { headers } = await app.inject(path)
  await app.close()
  return headers
}

test('V3.4.1 over HTTPS browsers are told to use nothing else for a year, on subdomains too', async () => {
  const headers = await getHeaders('https://jobs.example.org')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('what the API replies is stored by no browser or proxy; what else is served says for itself how long it is kept', async () => {
  expect((await getHeaders('http://localhost:3000', '/api/v1/users/me'))['cache-control']).toBe('no-store')
  expect(await getHeaders('http://localhost:3000', '/robots.txt')).not.toHaveProperty('cache-control')
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

test('V3.4.2 V3.5.2 no call of applicants or staff lets another origin read its reply, nor says that it may be sent', async () => {
  const api = await startApi({ jobs: 'waiting' })
  const origin = 'https://elsewhere.example'
  const preflight = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-staff' }
  for (const path of Object.values({ ...allCalls, ...staffCalls }))
    for (const [method, headers] of [
      ['GET', { origin }],
      ['OPTIONS', preflight],
    ] as const) {
      const answer = await api.fetch(`/api/v1${path.split(' ')[1]}`, { method, headers })
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(allowed, `${method} ${path}`).toEqual([])
      await answer.body?.cancel()
    }
  await api.close()
})
