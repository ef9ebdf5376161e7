import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryBudget, type MemoryBudget } from '#server/load/memory-budget.ts'
import { uploadLimits } from '#shared/policy/limits.ts'
import {
  acceptUploads,
  closeConnection,
  type MinimumSpeed,
  readUpload,
  uploadMemory,
  withUpload,
} from './read-upload.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const app of opened.splice(0)) await app.close()
})

/** A server that reads one upload after `beforeReading`. */
async function startReader(
  beforeReading: (request: FastifyRequest) => Promise<void> = async () => {},
  { memory = createMemoryBudget(10_000_000), speed }: { memory?: MemoryBudget; speed?: MinimumSpeed } = {},
) {
  const app = Fastify()
  opened.push(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async () => undefined)
  const outcome = new Promise((resolve) => {
    app.post('/', async (request, reply) => {
      await beforeReading(request)
      const reading = readUpload(request, memory.open(), { speed })
      resolve(await reading.catch((error: unknown) => error))
      await reading.catch((error: unknown) => closeConnection(reply, error))
      return {}
    })
  })
  return { outcome, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** The outcome of an upload whose client can disconnect before the reading. What has arrived could be read as a whole one. */
async function uploadAndDisconnect(beforeReading: (request: FastifyRequest, disconnect: () => void) => Promise<void>) {
  const { url, outcome } = await startReader((request) => beforeReading(request, () => sending.destroy()))
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1000 }
  const sending = httpRequest(url, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 \r\n--x--\r\n')
  return outcome
}

/** Sends the head of a large upload and one byte of it, and stays. */
async function startSilentUpload(url: string, type = x) {
  const headers = { 'content-type': type, 'content-length': 5_000_000 }
  const sending = httpRequest(url, { method: 'POST', headers })
  sending.on('error', () => {})
  sending.write('-')
  opened.unshift({ close: async () => sending.destroy() })
  return sending
}

test('V15.2.2 an upload that falls silent is ended, so that it keeps no place', async () => {
  const speed = { bytesPerSecond: 4_000, graceMs: 20, checkEveryMs: 10 }
  const { url, outcome } = await startReader(undefined, { speed })
  const [reply] = (await once(await startSilentUpload(url), 'response')) as [IncomingMessage]
  expect(await outcome).toMatchObject({ code: 'upload_too_slow', status: 408 })
  // The rest of it would be read as the next request.
  expect(reply.headers.connection).toBe('close')
})

test('a call that refuses an upload before it has arrived closes its connection; one that takes it gives its memory back', async () => {
  const app = Fastify()
  opened.push(app)
  acceptUploads(app)
  app.post('/', (request, reply) => withUpload({ request, reply }, async () => ({ bytes: uploadMemory.active() })))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const [reply] = (await once(await startSilentUpload(url, 'text/plain'), 'response')) as [IncomingMessage]
  expect(reply.headers.connection).toBe('close')
  const taken = await fetch(url, { method: 'POST', headers: { 'content-type': x }, body: file })
  expect(await taken.json()).toEqual({ bytes: file.length })
  expect(uploadMemory.active()).toBe(0)
})

test('a refused upload that was read to its end leaves its connection open', async () => {
  const { url } = await startReader()
  const { headers } = await fetch(url, { method: 'POST', headers: { 'content-type': x }, body: '--y--' })
  expect(headers.get('connection')).toBe('keep-alive')
})

test.each([
  ['before the time to get going is over', { bytesPerSecond: 1_000_000, graceMs: 60_000 }],
  ['that is fast enough', { bytesPerSecond: 1, graceMs: 0 }],
])('an upload %s goes on', async (_which, speed) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { url, outcome } = await startReader(undefined, { speed: { ...speed, checkEveryMs: 10 } })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const sending = httpRequest(url, { method: 'POST', headers })
  sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF')
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10)
  sending.end('-1.4\r\n--x--\r\n')
  expect(await outcome).toMatchObject({ name: 'a.pdf' })
  // Nothing watches it any more.
  expect(vi.getTimerCount()).toBe(0)
})

test('V15.2.2 memory is taken for what has arrived, not for what was announced', async () => {
  const memory = createMemoryBudget(100)
  const small = await startReader(async () => {}, { memory })
  await startSilentUpload(small.url)
  const large = await startReader(async () => {}, { memory })
  await fetch(large.url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: 'a'.repeat(200),
  })
  expect(await large.outcome).toMatchObject({ code: 'unavailable' })
  expect(memory.active()).toBeLessThan(100)
})

test('V15.2.2 all uploads together take 256 MiB', () => {
  const { add, release } = uploadMemory.open()
  add(256 * 1024 * 1024 - uploadMemory.active())
  expect(() => add(1)).toThrow(expect.objectContaining({ code: 'unavailable' }))
  release()
})

test('a client that disconnects in the middle ends the reading', async () => {
  const outcome = await uploadAndDisconnect(async (_request, disconnect) => {
    setImmediate(disconnect)
  })
  expect(outcome).toMatchObject({ code: 'malformed_request' })
})

test('a client that disconnected before the reading starts ends it too', async () => {
  const outcome = await uploadAndDisconnect(async ({ raw }, disconnect) => {
    const gone = new Promise((resolve) => raw.once('close', resolve))
    disconnect()
    await gone
  })
  expect(outcome).toMatchObject({ code: 'malformed_request' })
})

async function uploadForm(type: string, body: BodyInit, memory?: MemoryBudget) {
  const { url, outcome } = await startReader(undefined, { ...(memory && { memory }) })
  await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  return outcome
}

test('a file and its name arrive as sent, although browsers encode quotes in names', async () => {
  const form = new FormData()
  form.append('note', 'in front of it')
  form.append('file', new Blob(['\r\n--abc\r\n']), 'my "best" ìwé 100%.pdf')
  const { outcome, url } = await startReader()
  await fetch(url, { method: 'POST', body: form })
  expect(await outcome).toEqual({ name: 'my "best" ìwé 100%.pdf', bytes: Buffer.from('\r\n--abc\r\n') })
})

test.each([
  ['', 'no_file'],
  ['a.pdf', 'file_empty'],
])('a file of the name %j without content is answered %s', async (name, code) => {
  const part = `content-disposition: form-data; name="file"; filename="${name}"`
  expect(await uploadForm(x, `--x\r\n${part}\r\n\r\n\r\n--x--\r\n`)).toMatchObject({ code })
})

test('a form may have 64 KiB besides the largest file, and not a byte more', async () => {
  const send = (length: number) => {
    const [start, end] = ['--x\r\ncontent-disposition: form-data; name="note"\r\n\r\n', `\r\n${file}`]
    return uploadForm(x, start + 'a'.repeat(length - start.length - end.length) + end, memory)
  }
  const largest = uploadLimits.bytes + 64 * 1024
  // What is too large takes no more memory than that.
  const memory = createMemoryBudget(2 * largest)
  expect(await send(largest)).toMatchObject({ name: 'a.pdf' })
  expect(await send(largest + 1)).toMatchObject({ code: 'file_too_large' })
  const longer = file.replace('%PDF', '%'.repeat(uploadLimits.bytes + 1))
  expect(await uploadForm(x, longer)).toMatchObject({ code: 'file_too_large' })
})

const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF\r\n--x--\r\n'
const x = 'multipart/form-data; boundary=x'
const toLatin1 = (text: string) => Buffer.from(text, 'latin1')

test.each<[string, string, BodyInit]>([
  ['without a boundary', 'multipart/form-data', '--\r\n\r\nabc\r\n----'],
  ['with another boundary', x, '--y\r\n\r\nabc\r\n--y--'],
  ['without an end', x, '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc'],
  ['whose part has no name', x, '--x\r\ncontent-disposition: form-data; filename="a.pdf"\r\n\r\nabc\r\n--x--'],
  [
    'with a name that is not UTF-8',
    x,
    toLatin1('--x\r\ncontent-disposition: form-data; name="file"; filename="\xe9.pdf"\r\n\r\nabc\r\n--x--'),
  ],
])('a form %s is refused', async (_what, type, body) => {
  expect(await uploadForm(type, body)).toMatchObject({ code: 'malformed_request' })
})
