import { request as httpRequest } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { receiveFile } from './read-upload.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})

/** Takes one upload; before it is read, `whenInside` is waited for. */
async function receiving(whenInside: (request: FastifyRequest) => Promise<void> = async () => {}) {
  const app = Fastify()
  opened.push(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
  const outcome = new Promise((resolve) => {
    app.post('/', async (request) => {
      await whenInside(request)
      resolve(await receiveFile(request).catch((error: unknown) => error))
      return {}
    })
  })
  return { outcome, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** What comes of an upload whose client goes when `whenInside` has been reached. */
async function outcomeOf(whenInside: (request: FastifyRequest, disappear: () => void) => Promise<void>) {
  const { url, outcome } = await receiving((request) => whenInside(request, () => sending.destroy()))
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

async function outcomeOfForm(type: string, body: BodyInit) {
  const { url, outcome } = await receiving()
  await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  return outcome
}

test('a file comes as it was sent, and so does its name, whose quotes browsers write in a way of their own', async () => {
  const form = new FormData()
  form.append('note', 'in front of it')
  form.append('file', new Blob(['\r\n--abc\r\n']), 'my "best" ìwé 100%.pdf')
  const { outcome, url } = await receiving()
  await fetch(url, { method: 'POST', body: form })
  expect(await outcome).toEqual({ name: 'my "best" ìwé 100%.pdf', bytes: Buffer.from('\r\n--abc\r\n') })
})

const x = 'multipart/form-data; boundary=x'
const latin = (text: string) => Buffer.from(text, 'latin1')

test.each<[string, string, BodyInit]>([
  ['without a boundary', 'multipart/form-data', '--\r\n\r\nabc\r\n----'],
  ['with another boundary', x, '--y\r\n\r\nabc\r\n--y--'],
  ['without an end', x, '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc'],
  ['whose part has no name', x, '--x\r\ncontent-disposition: form-data; filename="a.pdf"\r\n\r\nabc\r\n--x--'],
  [
    'with a name that is no text',
    x,
    latin('--x\r\ncontent-disposition: form-data; name="file"; filename="\xe9.pdf"\r\n\r\nabc\r\n--x--'),
  ],
])('a form %s is refused', async (_what, type, body) => {
  expect(await outcomeOfForm(type, body)).toMatchObject({ code: 'malformed_request' })
})
