// Requests that no honest client sends, and a database that is away.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/api/applicant/all-calls.ts'
import { apiBase, type CallTable, parseCall } from '#shared/api/calls.ts'
import { staffCalls } from '#shared/api/staff/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createAppWith } from '#tests/support/api/create-app.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { createApplicant, createPaidApplicant } from '#tests/support/fixtures/applicants.ts'
import { startTestPostgres } from '#tests/support/postgres/postgres-server.ts'
import { migrate } from '../database/migrate.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const errorBody = (statusCode: number) => ({ status: 'error', success: false, statusCode, message: expect.any(String) })
const post = (path: string, body: string, type = 'application/json') =>
  api.call('POST', path, { body, headers: { 'content-type': type } })

test('an unknown path is a 404 in the common form', async () => {
  for (const path of ['/nothing', '/users/me/more', '/', `/slips/${'x'.repeat(201)}`]) {
    const { status, body } = await api.call('GET', path)
    expect([status, body]).toEqual([404, { ...errorBody(404), code: 'not_found' }])
  }
})

test('every call of applicants and staff has a route', async () => {
  const app = await createAppWith(api, {})
  const hasRoute = (call: CallTable[string]) => {
    const { method, path } = parseCall(call)
    return app.hasRoute({ method, url: apiBase + path.replace(/\/$/, '') })
  }
  expect(Object.values({ ...allCalls, ...staffCalls }).filter((call) => !hasRoute(call))).toEqual([])
  await app.close()
})

test('a known path with a wrong method is a 405 that lists the allowed methods', async () => {
  const { status, body, headers } = await api.call('DELETE', '/users/login')
  expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  expect(body).toMatchObject(errorBody(405))
  const ofPath = async (path: string) => (await api.call('DELETE', path)).headers.get('allow')
  expect(await ofPath('/slips/DSTQ-1234/qr.svg')).toBe('HEAD, GET')
  expect(await ofPath('/slips/DSTQ-1234/qrxsvg')).toBeNull()
})

/** Sends a request as it is written here, which fetch would refuse to do. */
async function sendRaw(...lines: string[]): Promise<string> {
  const { port } = new URL(api.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end([...lines, 'Connection: close', '', ''].join('\r\n'))
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

test('V15.2.2 a path past 2,048 characters is a 414 that no route has looked at', async () => {
  const path = (length: number) => `/api/v1/slips/${'/'.repeat(length - 15)}x`
  const text = await sendRaw(`GET ${path(2_049)} HTTP/1.1`, 'Host: localhost')
  expect(text).toMatch(/^HTTP\/1\.1 414 /)
  expect(text).toContain('"code":"address_too_long"')
  expect((await api.fetch(path(2_048))).status).toBe(404)
  expect(api.log()).not.toContain('slips//')
})

test('V4.2.1 a request with two hosts is a 400', async () => {
  const text = await sendRaw('GET /api/v1/states HTTP/1.1', 'Host: localhost', 'host: elsewhere.example')
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  // The value of another header is none.
  expect(await sendRaw('GET /api/v1/states HTTP/1.1', 'Host: localhost', 'x-part: host')).toMatch(/^HTTP\/1\.1 200 /)
})

test.each([
  ['both lengths', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
  ['two lengths', ['Content-Length: 4', 'Content-Length: 5']],
  ['a coding that ends elsewhere', ['Transfer-Encoding: chunked, identity']],
])('V4.2.1 a request with %s is a 400', async (_what, lines) => {
  const text = await sendRaw('POST /api/v1/users/login HTTP/1.1', 'Host: localhost', ...lines)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
})

test('V1.1.1 an address is decoded once', async () => {
  const { token } = await createPaidApplicant(api)
  const findWrongField = async (nin: string) => {
    const { body } = await api.call('POST', `/services/nin-verify/${nin}`, { token, body: {} })
    return body.errors[0].path
  }
  expect(await findWrongField('%310000000001')).toBe('consent')
  expect(await findWrongField('%25310000000001')).toBe('nin')
})

describe('V3.5.1 V3.5.3 a request that another site makes a browser send', () => {
  const from = (site: string, token?: string) => ({ token, headers: { 'sec-fetch-site': site } })

  test.each(['cross-site', 'same-site'])('(%s) reaches neither an account nor a login', async (site) => {
    const { token } = await createApplicant(api)
    const answers = [
      await api.call('GET', '/users/me', from(site, token)),
      await api.call('GET', '/payments/verify-remita?rrr=310007123456', from(site, token)),
      await api.call('GET', `/files/${crypto.randomUUID()}`, from(site, token)),
      await api.call('POST', '/users/login', { ...from(site), body: { userId: 'a', password: 'b' } }),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([403, 'other_site'])
  })

  test.each(['cross-site', 'same-site'])('(%s) reaches no call of the staff, reading or writing', async (site) => {
    const person = await createStaff(api, ['registry'], { isFresh: true })
    for (const [method, path] of [
      ['GET', '/staff/me'],
      ['GET', `/staff/exports/${crypto.randomUUID()}/content`],
      ['POST', '/staff/exports'],
    ] as const)
      expect(await person.call(method, path, { headers: { 'sec-fetch-site': site } })).toMatchObject({
        status: 403,
        body: { code: 'cross_site_request' },
      })
  })

  test('is refused by its origin, also when that equals the host: a name of somebody else may lead to this server', async () => {
    const { token } = await createApplicant(api)
    const headers = { host: 'rebound.example', origin: 'http://rebound.example' }
    const body = { userId: 'a', password: 'b' }
    for (const path of ['/users/logout', '/users/login'])
      expect(await api.call('POST', path, { token, headers, body })).toMatchObject({
        status: 403,
        body: { code: 'other_site' },
      })
    const { status } = await api.call('POST', '/users/logout', { token, headers: { origin: api.config.publicUrl } })
    expect(status).toBe(200)
  })

  test('may read what is public, and notify of a payment, which the provider may do from anywhere', async () => {
    expect((await api.call('GET', '/exercise', from('cross-site'))).status).toBe(200)
    const notify = api.call('POST', '/payments/remita-notification', { ...from('cross-site'), body: [] })
    expect((await notify).status).toBe(200)
  })

  test.each(['same-origin', 'none'])('is not one of the portal itself (%s)', async (site) => {
    const { token } = await createApplicant(api)
    expect((await api.call('GET', '/users/me', from(site, token))).status).toBe(200)
  })
})

test('V13.4.4 TRACE is refused', async () => {
  const text = await sendRaw('TRACE /api/v1/users/me HTTP/1.1', 'Host: localhost')
  expect(text).toMatch(/^HTTP\/1\.1 405 /)
  expect(text).toMatch(/^allow: HEAD, GET\r$/im)
})

describe('a body', () => {
  test('V1.5.2 that is not JSON is a 400', async () => {
    const { status, body } = await post('/users/login', '{"userId":')
    expect([status, body.code]).toEqual([400, 'malformed_request'])
  })

  // Of those that a page of another site may send without being asked first.
  test.each(['application/x-www-form-urlencoded', 'text/plain'])('V3.5.2 of the type %s is a 415', async (type) => {
    const { status, body } = await post('/users/login', '{"userId":"a","password":"b"}', type)
    expect([status, body.code]).toEqual([415, 'json_only'])
  })

  test.each([
    ['utf-16', 415],
    ['iso-8859-1', 415],
    ['UTF-8', 401],
    ['"utf-8"', 401],
  ])('V4.1.1 in the charset %s is a %i', async (charset, expected) => {
    const body = JSON.stringify({ userId: 'a', password: 'b' })
    expect((await post('/users/login', body, `application/json; charset=${charset}`)).status).toBe(expected)
  })

  test('larger than any form is a 413', async () => {
    const { status, body } = await post('/users/login', JSON.stringify({ userId: 'x'.repeat(300_000) }))
    expect([status, body.code]).toEqual([413, 'too_large'])
  })

  test.each([
    ['a key that reaches into prototypes', '{"userId":"a","password":"b","__proto__":{"x":1}}'],
    ['a constructor', '{"userId":"a","password":"b","constructor":{"prototype":1}}'],
    ['NUL', '{"userId":"a\\u0000","password":"b"}'],
    ['half a character', '{"userId":"\\ud800","password":"b"}'],
    ['deep nesting', `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`],
  ])('V1.3.3 V1.5.2 V15.3.6 with %s is a 400', async (_what, text) => {
    const { status, body } = await post('/users/login', text)
    expect([status, body.success]).toEqual([400, false])
  })
})

test('V15.3.7 a repeated query parameter is a 400 that names it', async () => {
  const { token } = await createApplicant(api)
  const { status, body } = await api.call('GET', '/payments/verify-remita?rrr=1&rrr=2', { token })
  expect([status, body.errors]).toEqual([400, [{ path: 'rrr', message: '"rrr" is given more than once.' }]])
})

test('V3.4.4 V3.4.5 V3.4.6 V14.2.2 V14.3.2 every reply forbids sniffing, framing and caching', async () => {
  const { headers } = await api.call('GET', '/users/me')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('permissions-policy')).toContain('geolocation=()')
  expect(headers.get('x-powered-by')).toBeNull()
})

test('the API describes itself in OpenAPI 3.1, one operation per call', async () => {
  const document = await (await api.fetch('/api/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/users/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'userId',
    'password',
  ])
  expect(document.paths['/services/nin-verify/{nin}'].post.parameters[0]).toMatchObject({ name: 'nin', in: 'path' })
  expect(document.paths['/users/login'].post.requestBody.required).toBe(true)
  expect(document.paths['/services/nin-verify/{nin}'].post.requestBody.required).toBe(true)
  expect(document.paths['/users/login'].post.security).toEqual([])
  expect(document.paths['/users/me'].get.security).toEqual([{ session: [] }])
  expect(Object.keys(document.paths['/applications/draft'].put.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '429', 'default']),
  )
  expect(Object.keys(document.paths['/exercise/advert.pdf'].get.responses['200'].content)).toEqual(['application/pdf'])
  expect(Object.keys(document.paths['/slips/{code}/qr.svg'].get.responses['200'].content)).toEqual(['image/svg+xml'])
  const reply = document.paths['/users/me'].get.responses['200'].content['application/json'].schema
  expect(Object.keys(reply.properties.data.properties)).toContain('paymentstatus')
  const ofStaff = await (await api.fetch('/api/staff-openapi.json')).json()
  expect(Object.keys(ofStaff.paths)).toContain('/staff/me')
  const page = await api.fetch('/api/docs/')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  const text = await page.text()
  expect(text).toContain('text (date-time)')
  expect(text).toContain('text, at most ')
  expect(text).not.toContain('undefined')
  const operations = Object.values<object>(document.paths).flatMap((methods) => Object.values(methods))
  expect(text.match(/<article /g)).toHaveLength(operations.length)
  const bodies = operations.filter(({ requestBody }) => requestBody)
  expect(text.match(/<h4>Request body /g)).toHaveLength(bodies.length)
  const open = operations.filter(({ security }) => security.length === 0)
  expect(text.match(/Anybody may call it\./g)).toHaveLength(open.length)
  const ofFiles = operations.filter(({ security }) => security.some((scheme: object) => 'fileCookie' in scheme))
  expect(text.match(/or the cookie for files/g)).toHaveLength(ofFiles.length)
  expect(['Other', '429'].filter((status) => text.includes(`>${status}</th>`))).toEqual(['Other', '429'])
  // What is no object has no table of fields.
  expect(text).not.toContain('>0 fields of ')
})

test('V13.4.2 V13.4.5 V15.2.3 the API documentation is not public in production', async () => {
  const app = await createAppWith(api, { isProduction: true })
  for (const url of ['/api/openapi.json', '/api/staff-openapi.json', '/api/docs', '/api/docs/json'])
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  await app.close()
})

test('slow clients are disconnected: headers, silence and a whole request have time limits', async () => {
  const app = await createAppWith(api, {})
  const { headersTimeout, timeout: silenceTimeout, requestTimeout } = app.server
  expect([headersTimeout, silenceTimeout, requestTimeout]).toEqual([20_000, 60_000, 600_000])
  await app.close()
})

test('V16.5.2 while the database is stopped the server replies with 503, and recovers by itself', async () => {
  const postgres = await startTestPostgres()
  await migrate(postgres.url)
  const affected = await startApi({ databaseUrl: postgres.url, jobs: 'waiting' })
  try {
    const { token } = await createApplicant(affected)
    const me = () => affected.call('GET', '/users/me', { token })
    expect((await me()).status).toBe(200)

    await postgres.pause()
    const { status, body, headers } = await me()
    expect([status, body.code]).toEqual([503, 'unavailable'])
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(JSON.stringify(body)).not.toMatch(/select|ECONN|postgres|socket/i)
    expect((await affected.fetch('/healthz')).status).toBe(200)
    expect((await affected.fetch('/readyz')).status).toBe(503)

    await postgres.resume()
    expect((await me()).status).toBe(200)
    expect((await affected.fetch('/readyz')).status).toBe(200)
  } finally {
    await affected.close()
    await postgres.remove()
  }
})
