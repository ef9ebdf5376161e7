// The bucket dies or freezes under a server in production mode. The store is a test server that checks every signature.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestLog, createUpload, getUploadUrl } from '#tests/support/faults/check/request-log.ts'
import { type FaultEnvironment, startEnvironment } from '#tests/support/faults/environment.ts'
import { findUnexpectedErrors, type ServerProcess } from '#tests/support/faults/server-process.ts'
import { createReadyUsers, type FaultUser } from '#tests/support/faults/users.ts'
import { getS3Settings, type S3Server, startS3Server } from '#tests/support/simulators/s3-server.ts'

let store: S3Server
let environment: FaultEnvironment
let servers: ServerProcess[]
let ada: FaultUser
beforeAll(async () => {
  store = await startS3Server()
  environment = await startEnvironment()
  const settings = getS3Settings(store)
  servers = [await environment.start(settings), await environment.start(settings)]
  ;[ada] = (await createReadyUsers(environment, 1)) as [FaultUser]
}, 120_000)
afterAll(async () => {
  await environment.close()
  await store.close().catch(() => {})
})

const originOf = (n: number) => servers[n]?.origin ?? ''
const read = async (origin: string, path: string) => {
  const response = await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${ada.token}` } })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}
const upload = async () => (await createRequestLog().send(originOf(0), ada, createUpload(4_000))).outcomes[0]
const unavailable = { kind: 'deferred', status: 503, code: 'unavailable' }

async function measure<T>(work: () => Promise<T>): Promise<[result: T, ms: number]> {
  const startedAt = performance.now()
  return [await work(), performance.now() - startedAt]
}

test('what one server stores, the other one reads', async () => {
  const path = getUploadUrl(await createRequestLog().send(originOf(0), ada, createUpload(4_000)))
  expect((await read(originOf(1), path)).status).toBe(200)
})

test('while the bucket is frozen, uploads and reads are answered 503 within 12 s', async () => {
  const path = getUploadUrl(await createRequestLog().send(originOf(0), ada, createUpload(4_000)))
  store.failures.push(...Array(8).fill(0))
  const [[uploaded, reply], ms] = await measure(() => Promise.all([upload(), read(originOf(1), path)]))
  store.failures.length = 0
  expect(ms).toBeLessThan(12_000)
  expect(uploaded).toEqual(unavailable)
  expect(reply).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
  expect((await read(originOf(1), path)).status).toBe(200)
}, 60_000)

test('when the bucket is gone, uploads and reads are answered 503 within a second', async () => {
  const path = getUploadUrl(await createRequestLog().send(originOf(0), ada, createUpload(4_000)))
  await store.close()
  const [uploaded, uploadMs] = await measure(upload)
  const [reply, readMs] = await measure(() => read(originOf(0), path))
  expect(uploaded).toEqual(unavailable)
  expect(reply.status).toBe(503)
  expect(Math.max(uploadMs, readMs)).toBeLessThan(1_000)
  expect(servers.flatMap(findUnexpectedErrors)).toEqual([])
})
