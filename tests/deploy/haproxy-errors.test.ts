// What applicants and their apps get from HAProxy itself, when there is no server or one that fails.
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { errors } from '#shared/messages/errors.ts'
import { startHaProxy } from '#tests/support/deploy/haproxy.ts'
import { explainMissing } from '#tests/support/deploy/programs.ts'
import { freePort } from '#tests/support/simulators/free-ports.ts'

const missing = explainMissing('haproxy')
const { message } = errors.unavailable

async function startInFront(server: string, isReady: (origin: string) => Promise<boolean>): Promise<string> {
  const haproxy = await startHaProxy([server], isReady)
  onTestFinished(() => haproxy.stop())
  return haproxy.origin
}

const answers = (origin: string) =>
  fetch(origin).then(
    () => true,
    () => false,
  )

async function expectReplies(origin: string, status: number) {
  for (const path of ['/api/v1/exercise', '/api/v1/upload/photo']) {
    const reply = await fetch(`${origin}${path}`)
    expect(reply.status).toBe(status)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(await reply.json()).toEqual({
      status: 'error',
      success: false,
      statusCode: status,
      code: 'unavailable',
      message,
    })
  }
  const page = await fetch(`${origin}/dashboard`)
  expect(page.status).toBe(status)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toContain(`<p>${message}</p>`)
}

test('with no server at all, calls get JSON and pages HTML', async ({ skip }) => {
  skip(missing !== undefined, missing)
  await expectReplies(await startInFront(`http://127.0.0.1:${await freePort()}`, answers), 503)
}, 60_000)

test('a server whose reply is no HTTP is a 502 in the same form', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const ready = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (request) => socket.end(String(request).startsWith('GET /readyz') ? ready : 'no HTTP\r\n\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const isRefused = (origin: string) => fetch(origin).then(({ status }) => status === 502)
  await expectReplies(await startInFront(`http://127.0.0.1:${port}`, isRefused), 502)
}, 60_000)
