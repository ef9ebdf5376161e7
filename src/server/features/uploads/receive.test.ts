import { request as httpRequest } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { receiveFile } from './receive.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

/** What comes of an upload whose client goes when `whenInside` has been reached. */
async function outcomeOf(whenInside: (request: FastifyRequest, disappear: () => void) => Promise<void>) {
  const app = Fastify()
  opened.push(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
  const outcome = new Promise((resolve) => {
    app.post('/', async (request) => {
      await whenInside(request, () => sending.destroy())
      resolve(await receiveFile(request).catch((error: unknown) => error))
      return {}
    })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 }
  const sending = httpRequest(url, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ')
  return outcome
}

test('a client that goes in the middle ends the reading', async () => {
  const outcome = await outcomeOf(async (_request, disappear) => {
    setImmediate(disappear)
  })
  expect(outcome).toMatchObject({ code: 'malformed_request' })
})

test('a client that went before the reading began does not keep it waiting', async () => {
  const outcome = await outcomeOf(async ({ raw }, disappear) => {
    const gone = new Promise((resolve) => raw.once('close', resolve))
    disappear()
    await gone
  })
  expect(outcome).toMatchObject({ code: 'malformed_request' })
})
