import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createJournal } from './journal.ts'
import { jsonResponse } from './reply.ts'
import { type RunningSimulator, startHttpServer } from './server.ts'

let serving: RunningSimulator
const here = { host: '127.0.0.1', port: 0 }

beforeAll(async () => {
  serving = await startHttpServer(
    'the example',
    [
      { method: 'GET', path: '/orders/:id/file.reg', handle: ({ params }) => jsonResponse(params) },
      { method: 'POST', path: '/orders', handle: ({ body }) => jsonResponse({ body }) },
      { method: 'GET', path: '/silent', handle: () => 'silence' },
    ],
    here,
  )
})
afterAll(() => serving.close())

test('a path’s parameters are decoded, and its dots match dots only', async () => {
  expect(await (await fetch(`${serving.url}/orders/a%2Fb%20c/file.reg`)).json()).toEqual({ id: 'a/b c' })
  expect((await fetch(`${serving.url}/orders/1/fileXreg`)).status).toBe(404)
})

test('an unknown path is 404 and a wrong method 405, both as JSON', async () => {
  const unknown = await fetch(`${serving.url}/nowhere`)
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Nothing is at /nowhere.' }])
  const wrong = await fetch(`${serving.url}/orders`)
  expect([wrong.status, await wrong.json()]).toEqual([405, { error: 'GET is not known at /orders.' }])
})

test('the icon that browsers ask every site for is no error', async () => {
  expect((await fetch(`${serving.url}/favicon.ico`)).status).toBe(204)
})

test('a client that closes the connection before its request is complete is not logged as a failure', async () => {
  const logError = vi.spyOn(console, 'error')
  const socket = connect(serving.port, '127.0.0.1')
  socket.write('POST /orders HTTP/1.1\r\nhost: simulator\r\ncontent-length: 10\r\n\r\nhalf')
  await fetch(`${serving.url}/orders`, { method: 'POST' })
  socket.destroy()
  await once(socket, 'close')
  await fetch(`${serving.url}/orders`, { method: 'POST' })
  expect(logError).not.toHaveBeenCalled()
  logError.mockRestore()
})

test('a body of more than a megabyte is refused', async () => {
  const answer = await fetch(`${serving.url}/orders`, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
  expect(answer.status).toBe(413)
})

test('a port that is in use is named in the error', async () => {
  await expect(startHttpServer('the second', [], { host: '127.0.0.1', port: serving.port })).rejects.toThrow(
    `Port ${serving.port} on 127.0.0.1, meant for the second, is taken by another program.`,
  )
})

test('closing cuts connections that wait for an answer', async () => {
  const other = await startHttpServer('another', [{ method: 'GET', path: '/', handle: () => 'silence' }], here)
  const answer = fetch(other.url).then(
    () => 'answered',
    () => 'cut',
  )
  await fetch(`${other.url}/nowhere`)
  await other.close()
  expect(await answer).toBe('cut')
})

test('the newest five hundred requests are kept with the beginnings of their replies, and all are counted', () => {
  const journal = createJournal()
  const request = { method: 'GET', query: new URLSearchParams(), params: {}, headers: {}, body: '' }
  for (let n = 0; n <= 500; n += 1) {
    const entry = journal.add('status', { ...request, path: `/${n}` })
    journal.setResponse(entry, jsonResponse('x'.repeat(3000)))
  }
  const { counts, requests } = journal.read()
  expect(counts).toEqual({ status: 501 })
  expect(requests).toHaveLength(500)
  expect(requests[0]).toMatchObject({ path: '/1', answer: { status: 200, body: 'x'.repeat(2000) } })
})
