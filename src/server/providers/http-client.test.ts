import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createProviderClient } from './http-client.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The base URL of a server that answers every request in the same way. */
function startTestServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

const createClient = (baseUrl: string, timeoutMs?: number) => createProviderClient({ baseUrl, timeoutMs })
const get = (path = '/') => ({ method: 'GET', path, headers: {} }) as const

test('any status is returned with its body', async () => {
  const baseUrl = await startTestServer((request, response) => {
    response.statusCode = 418
    response.end(`${request.method} ${request.url} ${request.headers['x-key']}`)
  })

  const answer = await createClient(`${baseUrl}/v1/`)({
    method: 'POST',
    path: '/a?b=c',
    headers: { 'X-Key': 'k' },
  })

  expect(answer).toEqual({ kind: 'answered', status: 418, text: 'POST /v1/a?b=c k' })
})

test.each([299, 400])('the status %i is no redirect', async (status) => {
  const baseUrl = await startTestServer((_request, response) => response.writeHead(status).end())
  expect(await createClient(baseUrl)(get())).toEqual({ kind: 'answered', status, text: '' })
})

test('a configured path needs no leading slash', async () => {
  const baseUrl = await startTestServer((request, response) => response.end(request.url))
  expect(await createClient(baseUrl)(get('verification/vnin'))).toMatchObject({ text: '/verification/vnin' })
})

test.each([300, 301, 302, 303, 307, 308, 399])('V15.3.2 a redirect (%i) is not followed', async (status) => {
  let requests = 0
  const elsewhere = await startTestServer((_request, response) => {
    requests += 1
    response.end('stolen')
  })
  const baseUrl = await startTestServer((_request, response) => {
    response.writeHead(status, { location: elsewhere })
    response.end()
  })

  expect(await createClient(baseUrl)(get())).toEqual({ kind: 'redirected', status })
  expect(requests).toBe(0)
})

describe('a response larger than 64 kB is not read completely', () => {
  const largestBody = 'x'.repeat(64 * 1024)

  test.each<[string, RequestListener]>([
    ['with a content length', (_request, response) => response.end(`${largestBody}x`)],
    [
      'with no end',
      (_request, response) => {
        const more = () => {
          while (!response.destroyed && response.write(largestBody)) {}
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
    expect(await createClient(await startTestServer(answer))(get())).toEqual({ kind: 'tooLarge' })
  })

  test('a response of exactly 64 kB is read', async () => {
    const baseUrl = await startTestServer((_request, response) => response.end(largestBody))
    expect(await createClient(baseUrl)(get())).toEqual({ kind: 'answered', status: 200, text: largestBody })
  })
})

describe('a call times out', () => {
  test.each<[string, RequestListener]>([
    ['before the response begins', () => {}],
    ['in the middle of the response', (_request, response) => response.write('{"status":')],
  ])('%s', async (_when, answer) => {
    const call = createClient(await startTestServer(answer), 60)
    expect(await call(get())).toEqual({ kind: 'timeout' })
  })
})

test('without a time of its own a call may take 15 seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await createClient(await startTestServer((_request, response) => response.end()))(get())
  expect(timeout.mock.calls).toEqual([[15_000]])
})

test('a closed port and a broken connection are unreachable, with the system’s error code', async () => {
  const baseUrl = await startTestServer((request) => request.socket.destroy())
  expect(await createClient(baseUrl)(get())).toMatchObject({ kind: 'unreachable', code: 'UND_ERR_SOCKET' })

  const [server] = servers.splice(0)
  await new Promise((closed) => server?.close(closed))
  expect(await createClient(baseUrl)(get())).toEqual({ kind: 'unreachable', code: 'ECONNREFUSED' })
})

test.each([
  '',
  'provider.example',
  'file:///etc/passwd',
  'http://user:secret@provider.example',
  'http://:secret@provider.example',
  'http://a.example/?x=1',
  'http://a.example/#x',
])('the base URL %j is refused without repeating it', (baseUrl) => {
  expect(() => createClient(baseUrl)).toThrow(/^The base URL of a provider/)
})
