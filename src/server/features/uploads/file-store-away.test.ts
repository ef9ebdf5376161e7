// Uploads while the bucket is away: the store freezes, or is gone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import { getS3Settings, type S3Server, startS3Server } from '#tests/support/simulators/s3-server.ts'

/** A tenth of what the server has. */
const providerTimeoutMs = 1_000

let store: S3Server
let api: TestApi
let ada: TestApplicant
beforeAll(async () => {
  store = await startS3Server()
  const settings = getS3Settings(store)
  api = await startApi({ jobs: 'waiting', settings, providerTimeoutMs })
  ada = await createApplicant(api)
})
afterAll(async () => {
  await api.close()
  await store.close()
})

async function upload() {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await createPdfFile())]), 'degree.pdf')
  return api.call('POST', '/upload/file', { token: ada.token, body })
}

const read = (address: string) => api.fetch(address, { headers: { authorization: `Bearer ${ada.token}` } })

test('uploads and reads are answered 503 within the time limit while the bucket is frozen, and work again afterwards', async () => {
  const { fileUrl } = (await upload()).body
  // 0: the request is accepted and never answered.
  store.failures.push(...Array(8).fill(0))
  const startedAt = performance.now()
  const [uploading, reading] = await Promise.all([upload(), read(fileUrl)])
  expect(performance.now() - startedAt).toBeLessThan(8 * providerTimeoutMs)
  for (const { status, headers } of [uploading, reading]) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await reading.arrayBuffer()
  store.failures.length = 0
  expect((await upload()).status).toBe(200)
  const again = await read(fileUrl)
  expect(again.status).toBe(200)
  await again.arrayBuffer()
}, 40_000)

test('an upload is answered 503 at once while the bucket is overloaded', async () => {
  store.failures.push(503, 503, 503)
  expect((await upload()).status).toBe(503)
})
