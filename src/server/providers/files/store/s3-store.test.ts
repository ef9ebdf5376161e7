import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type S3Server, s3Keys, startS3Server } from '#tests/support/simulators/s3-server.ts'
import { s3Files } from './s3-store.ts'

let server: S3Server

beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())
beforeEach(() => {
  server.trouble.length = 0
})

const filesWith = (changed: object = {}) =>
  s3Files({ endpoint: server.endpoint, bucket: server.bucket, ...s3Keys, ...changed })

test('an object carries the type that was recognised', async () => {
  const id = randomUUID()
  await filesWith().put(id, Buffer.from('x'), 'application/pdf')
  expect(server.objects.get(id)?.type).toBe('application/pdf')
})

test('an endpoint may end in a slash', async () => {
  const id = randomUUID()
  await filesWith({ endpoint: `${server.endpoint}/` }).put(id, Buffer.from('x'), 'text/plain')
  expect(server.objects.has(id)).toBe(true)
})

test.each(['secretAccessKey', 'accessKeyId', 'region'])(
  'a wrong %s is refused, and nothing is kept',
  async (setting) => {
    const id = randomUUID()
    await expect(filesWith({ [setting]: 'wrong' }).put(id, Buffer.from('x'), 'text/plain')).rejects.toThrow(
      'The file store answered 403 to put.',
    )
    expect(server.objects.has(id)).toBe(false)
  },
)

test('an outage of a moment is not noticed', async () => {
  const id = randomUUID()
  server.trouble.push(503, 500)
  await filesWith().put(id, Buffer.from('x'), 'text/plain')
  expect(server.objects.has(id)).toBe(true)
})

describe('a lasting one is told, without what the service said', () => {
  const calls = {
    put: (id: string) => filesWith().put(id, Buffer.from('x'), 'text/plain'),
    get: (id: string) => filesWith().get(id),
    remove: (id: string) => filesWith().remove(id),
  }

  test.each(Object.entries(calls))('%s', async (what, call) => {
    server.trouble.push(503, 503, 503)
    await expect(call(randomUUID())).rejects.toThrow(new Error(`The file store answered 503 to ${what}.`))
  })

  test.each(Object.entries(calls))('%s: a redirect is not followed', async (what, call) => {
    server.trouble.push(307)
    await expect(call(randomUUID())).rejects.toThrow(new Error(`The file store answered 307 to ${what}.`))
  })
})

test('a service that never answers is given up', async () => {
  server.trouble.push(0)
  await expect(filesWith({ timeLimitMs: 50 }).get(randomUUID())).rejects.toThrow(/abort/i)
})
