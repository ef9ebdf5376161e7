import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Server, s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'
import { FileStoreUnavailableError } from './file-store.ts'
import { createS3FileStore } from './s3-store.ts'

let server: S3Server

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())
beforeEach(() => {
  server.failures.length = 0
})

const createStore = (changed: object = {}) =>
  createS3FileStore({ endpoint: server.endpoint, bucket: server.bucket, ...s3Keys, ...changed })

test('an object has the detected type', async () => {
  const id = randomUUID()
  await createStore().put(id, Buffer.from('x'), 'application/pdf')
  expect(server.objects.get(id)?.type).toBe('application/pdf')
})

test('an endpoint may end in a slash', async () => {
  const id = randomUUID()
  await createStore({ endpoint: `${server.endpoint}/` }).put(id, Buffer.from('x'), 'text/plain')
  expect(server.objects.has(id)).toBe(true)
})

test.each(['secretAccessKey', 'accessKeyId', 'region'])(
  'a wrong %s is refused, and nothing is stored',
  async (setting) => {
    const id = randomUUID()
    await expect(createStore({ [setting]: 'wrong' }).put(id, Buffer.from('x'), 'text/plain')).rejects.toThrow(
      'The file store answered 403 to put.',
    )
    expect(server.objects.has(id)).toBe(false)
  },
)

test('a short outage is retried', async () => {
  const id = randomUUID()
  server.failures.push(503, 500)
  await createStore().put(id, Buffer.from('x'), 'text/plain')
  expect(server.objects.has(id)).toBe(true)
})

describe("a longer outage throws an error without the service's reply", () => {
  const calls = {
    put: (id: string) => createStore().put(id, Buffer.from('x'), 'text/plain'),
    get: (id: string) => createStore().get(id),
    remove: (id: string) => createStore().remove(id),
  }

  test.each(Object.entries(calls))('%s', async (what, call) => {
    for (const status of [503, 429]) {
      server.failures.push(status, status, status)
      const error = await call(randomUUID()).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(FileStoreUnavailableError)
      expect(error).toMatchObject({ message: `The file store answered ${status} to ${what}.` })
    }
  })

  test.each(Object.entries(calls))('V15.3.2 %s: a redirect is not followed', async (what, call) => {
    server.failures.push(307)
    await expect(call(randomUUID())).rejects.toThrow(new Error(`The file store answered 307 to ${what}.`))
  })
})

test('a service that does not answer ends with a timeout', async () => {
  server.failures.push(0)
  await expect(createStore({ timeoutMs: 50 }).get(randomUUID())).rejects.toMatchObject({
    name: 'FileStoreUnavailableError',
    kind: 'timeout',
  })
})

test('a service that stops within a file ends with a timeout', async () => {
  const id = randomUUID()
  await createStore().put(id, Buffer.from('first half, second half'), 'text/plain')
  server.failures.push(-2)
  const content = await createStore({ timeoutMs: 500 }).get(id)
  const pieces: string[] = []
  const reading = (async () => {
    for await (const piece of content!) pieces.push(String(piece))
  })()
  await expect(reading).rejects.toMatchObject({ name: 'FileStoreUnavailableError', kind: 'timeout' })
  expect(pieces).toEqual(['first half,'])
})

test('a service that breaks off within a file fails for its reader', async () => {
  const service = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('first half,', () => response.destroy())
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const store = createStore({ endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}` })
  const content = await store.get(randomUUID())
  await expect(content?.toArray()).rejects.toThrow()
  await once(service.close(), 'close')
})

test('a content that nobody reads any more keeps no connection, read or not', async () => {
  const left: Promise<unknown>[] = []
  const service = createServer((_request, response) => {
    left.push(once(response, 'close'))
    response.end(Buffer.alloc(32 * 1024 * 1024))
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const store = createStore({ endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}` })
  const [unread, begun] = [await store.get(randomUUID()), await store.get(randomUUID())]
  if (begun) await once(begun, 'readable')
  unread?.destroy()
  begun?.destroy()
  await Promise.all(left)
  service.close()
})

test('a service that refuses connections is unavailable', async () => {
  const stopped = await startS3Server()
  await stopped.close()
  await expect(createStore({ endpoint: stopped.endpoint }).get(randomUUID())).rejects.toMatchObject({
    name: 'FileStoreUnavailableError',
    kind: 'unreachable',
  })
})

test('a file in a bucket that was removed is an error, not a missing file', async () => {
  await expect(createStore({ bucket: 'removed' }).get(randomUUID())).rejects.toThrow('The bucket does not exist')
  expect(await createStore().get(randomUUID())).toBeNull()
})

describe('the check at the start', () => {
  test('leaves nothing behind in a bucket that can be written', async () => {
    const before = server.objects.size
    await createStore().probe()
    expect(server.objects.size).toBe(before)
  })

  test.each([
    [{ bucket: 'mistyped' }, 'The bucket mistyped (S3_BUCKET) does not exist.'],
    [{ secretAccessKey: 'wrong' }, 'The file store does not let S3_ACCESS_KEY_ID write to the bucket uploads.'],
  ])('says what is wrong with %j', async (changed, message) => {
    await expect(createStore(changed).probe()).rejects.toThrow(message)
  })

  test.each([
    [301, 'The bucket uploads is not at S3_ENDPOINT and S3_REGION.'],
    [307, 'The bucket uploads is not at S3_ENDPOINT and S3_REGION.'],
    [400, 'The file store does not accept S3_REGION for the bucket uploads.'],
    [409, 'The file store answered 409 to put.'],
  ])('says what the answer %i means', async (status, message) => {
    server.failures.push(status)
    await expect(createStore().probe()).rejects.toThrow(message)
  })

  test('tells an outage from a wrong setting', async () => {
    server.failures.push(503, 503, 503)
    await expect(createStore().probe()).rejects.toThrow(FileStoreUnavailableError)
  })
})

describe('a stream', () => {
  const MiB = 1024 * 1024
  /** Chunks of 1 MiB, each with its number. */
  async function* stream(mebibytes: number, failAfter = mebibytes): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < mebibytes; n += 1) {
      if (n === failAfter) throw new Error('The source fails.')
      yield Buffer.alloc(MiB, n)
    }
  }

  test.each([0, 1, 5, 18])(
    'of %d MiB arrives whole, in one request where it is less than a part',
    async (mebibytes) => {
      const id = randomUUID()
      const before = server.requests()
      await createStore().put(id, stream(mebibytes), 'application/zip')
      const expected = Buffer.concat(Array.from({ length: mebibytes }, (_, n) => Buffer.alloc(MiB, n)))
      expect(server.objects.get(id)?.content.equals(expected)).toBe(true)
      expect(server.objects.get(id)?.type).toBe('application/zip')
      const requests = mebibytes < 5 ? 1 : 2 + Math.ceil(mebibytes / 5)
      expect(server.requests() - before).toBe(requests)
      // However large its pieces are.
      const whole = randomUUID()
      await createStore().put(whole, Readable.from([expected]), 'application/zip')
      expect(server.objects.get(whole)?.content.equals(expected)).toBe(true)
      expect(server.uploads.size).toBe(0)
    },
  )

  test('is read no faster than it is sent: at most one part waits in memory', async () => {
    const id = randomUUID()
    let maxUnsent = 0
    let read = 0
    async function* countRead() {
      for await (const chunk of stream(40)) {
        read += chunk.length
        const sent = [...server.uploads.values()]
          .flatMap(({ parts }) => parts)
          .reduce((sum, part) => sum + part.length, 0)
        maxUnsent = Math.max(maxUnsent, read - sent)
        yield chunk
      }
    }
    await createStore().put(id, countRead(), 'application/zip')
    expect(maxUnsent).toBeLessThanOrEqual(11 * MiB)
  })

  test('whose source fails leaves nothing behind', async () => {
    const id = randomUUID()
    await expect(createStore().put(id, stream(20, 10), 'application/zip')).rejects.toThrow('The source fails.')
    expect(server.objects.has(id)).toBe(false)
    expect(server.uploads.size).toBe(0)
  })

  test('that the service cannot complete is an error', async () => {
    const id = randomUUID()
    // The beginning and the three parts succeed; that nothing can be tidied up afterwards either is not what went wrong.
    server.failures.push(-1, -1, -1, -1, 503, 503, 503, 403)
    await expect(createStore().put(id, stream(12), 'application/zip')).rejects.toThrow('The file store answered 503')
    // It begins its answer before it is done.
    server.failures.push(-1, -1, -1, -1, 200)
    await expect(createStore().put(id, stream(12), 'application/zip')).rejects.toThrow('did not complete an upload')
    expect(server.objects.has(id)).toBe(false)
    await createStore().remove(id)
    expect(server.uploads.size).toBe(0)
  })

  test('that a crash cut off is removed with its object', async () => {
    const id = randomUUID()
    for (const name of ['cut-off', 'cut-off again'])
      server.uploads.set(name, { key: id, type: '', parts: [Buffer.alloc(1)] })
    // Not as if there were none, when the service cannot say.
    server.failures.push(-1, 503, 503, 503)
    await expect(createStore().remove(id)).rejects.toBeInstanceOf(FileStoreUnavailableError)
    await createStore().remove(id)
    expect(server.uploads.size).toBe(0)
  })

  test('that was not cut off is removed too where incomplete ones cannot be listed', async () => {
    for (const answers of [[403], [501, 501, 501]]) {
      const id = randomUUID()
      await createStore().put(id, Buffer.from('x'), 'text/plain')
      server.failures.push(-1, ...answers)
      await createStore().remove(id)
      expect(server.objects.has(id)).toBe(false)
    }
  })

  test('that is gone already can be removed again, whatever the service says of it', async () => {
    server.failures.push(404)
    await createStore().remove(randomUUID())
    expect(server.failures).toEqual([])
  })
})
