import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { outgoing } from './http-client.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The base URL of a server that answers every request in the same way. */
function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const get = (path = '/') => ({ method: 'GET', path, headers: {} }) as const

test('an answer comes with its status, whatever that is', async () => {
  const baseUrl = await serving((request, response) => {
    response.statusCode = 418
    response.end(`${request.method} ${request.url} ${request.headers['x-key']}`)
  })

  const answer = await outgoing({ baseUrl: `${baseUrl}/v1/` })({
    method: 'POST',
    path: '/a?b=c',
    headers: { 'X-Key': 'k' },
  })

  expect(answer).toEqual({ kind: 'answered', status: 418, text: 'POST /v1/a?b=c k' })
})

test('a path from the settings needs no slash', async () => {
  const baseUrl = await serving((request, response) => response.end(request.url))
  expect(await outgoing({ baseUrl })(get('verification/vnin'))).toMatchObject({ text: '/verification/vnin' })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  let asked = 0
  const elsewhere = await serving((_request, response) => {
    asked += 1
    response.end('stolen')
  })
  const baseUrl = await serving((_request, response) => {
    response.writeHead(status, { location: elsewhere })
    response.end()
  })

  expect(await outgoing({ baseUrl })(get())).toEqual({ kind: 'redirected', status })
  expect(asked).toBe(0)
})

describe('an answer longer than 64 kB is not read to its end', () => {
  const longest = 'x'.repeat(64 * 1024)

  test.each<[string, RequestListener]>([
    ['with its length told', (_request, response) => response.end(`${longest}x`)],
    [
      'with no end',
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(longest)) {}
        }
        response.on('drain', more)
        more()
      },
    ],
    [
      'compressed',
      (_request, response) => {
        response.setHeader('content-encoding', 'gzip')
        response.end(gzipSync('x'.repeat(5_000_000)))
      },
    ],
  ])('%s', async (_how, answer) => {
    expect(await outgoing({ baseUrl: await serving(answer) })(get())).toEqual({ kind: 'tooLarge' })
  })

  test('while one of exactly 64 kB is', async () => {
    const baseUrl = await serving((_request, response) => response.end(longest))
    expect(await outgoing({ baseUrl })(get())).toEqual({ kind: 'answered', status: 200, text: longest })
  })
})

describe('the time limit holds', () => {
  test.each<[string, RequestListener]>([
    ['before the answer begins', () => {}],
    ['and in the middle of it', (_request, response) => response.write('{"status":')],
  ])('%s', async (_when, answer) => {
    const call = outgoing({ baseUrl: await serving(answer), timeLimitMs: 60 })
    expect(await call(get())).toEqual({ kind: 'timeout' })
  })
})

test('a closed port and a broken connection are unreachable, with the reason of the system', async () => {
  const baseUrl = await serving((request) => request.socket.destroy())
  expect(await outgoing({ baseUrl })(get())).toMatchObject({ kind: 'unreachable', code: 'UND_ERR_SOCKET' })

  const [server] = servers.splice(0)
  await new Promise((closed) => server?.close(closed))
  expect(await outgoing({ baseUrl })(get())).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' })
})

test.each([
  '',
  'provider.example',
  'file:///etc/passwd',
  'http://user:secret@provider.example',
  'http://a.example/?x=1',
])('the base URL %j is refused at once, without repeating it', (baseUrl) => {
  expect(() => outgoing({ baseUrl })).toThrow(/^The base URL of a provider/)
})
