import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from './reply.ts'
import { type Serving, serve } from './serve.ts'

let serving: Serving
const here = { host: '127.0.0.1', port: 0 }

beforeAll(async () => {
  serving = await serve(
    'the example',
    [
      { method: 'GET', path: '/orders/:id/file.reg', handle: ({ params }) => json(params) },
      { method: 'POST', path: '/orders', handle: ({ body }) => json({ body }) },
      { method: 'GET', path: '/silent', handle: () => 'silence' },
    ],
    here,
  )
})
afterAll(() => serving.close())

test('a path names its parts, decoded, and its dots are only dots', async () => {
  expect(await (await fetch(`${serving.url}/orders/a%2Fb%20c/file.reg`)).json()).toEqual({ id: 'a/b c' })
  expect((await fetch(`${serving.url}/orders/1/fileXreg`)).status).toBe(404)
})

test('an unknown path is 404 and a wrong method 405, both as JSON', async () => {
  const unknown = await fetch(`${serving.url}/nowhere`)
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: 'Nothing is at /nowhere.' }])
  const wrong = await fetch(`${serving.url}/orders`)
  expect([wrong.status, await wrong.json()]).toEqual([405, { error: 'GET is not known at /orders.' }])
})

test('a body of more than a megabyte is refused', async () => {
  const answer = await fetch(`${serving.url}/orders`, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
  expect(answer.status).toBe(413)
})

test('a taken port is told in a sentence', async () => {
  await expect(serve('the second', [], { host: '127.0.0.1', port: serving.port })).rejects.toThrow(
    `Port ${serving.port} on 127.0.0.1, meant for the second, is taken by another program.`,
  )
})

test('closing cuts the connections that wait for an answer', async () => {
  const other = await serve('another', [{ method: 'GET', path: '/', handle: () => 'silence' }], here)
  const asked = fetch(other.url).then(
    () => 'answered',
    () => 'cut',
  )
  await fetch(`${other.url}/nowhere`)
  await other.close()
  expect(await asked).toBe('cut')
})
