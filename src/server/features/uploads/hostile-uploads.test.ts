// Files that stopped the server for everybody, over HTTP.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { maxTurnMs, measureEventLoop } from '#tests/support/api/event-loop.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createPdfFile } from '#tests/support/fixtures/documents.ts'
import {
  createInterlacedPng,
  createNameFlood,
  createScanFlood,
  createTagFlood,
} from '#tests/support/fixtures/hostile-files.ts'

let api: TestApi
let ada: TestApplicant
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  ada = await createApplicant(api)
  await upload(await createPdfFile(), 'certificate.pdf')
})
afterAll(() => api.close())

const upload = (content: Buffer, name: string) => {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  return api.call('POST', '/upload/file', { token: ada.token, body })
}

/** Asks for /healthz until the work has ended. */
async function watchHealth<T>(work: Promise<T>): Promise<{ result: T; statuses: number[] }> {
  const statuses: number[] = []
  let isRunning = true
  const watch = async () => {
    while (isRunning) {
      statuses.push((await api.fetch('/healthz')).status)
      await pause(20)
    }
  }
  const watching = watch()
  const result = await work.finally(() => {
    isRunning = false
  })
  await watching
  return { result, statuses }
}

test.each<[string, string, string, () => Buffer]>([
  ['a .docx with 49 MB of tags', 'cv.docx', 'file_unreadable', () => createTagFlood()],
  ['a .docx with names of 65 kB', 'cv.docx', 'file_unreadable', () => createNameFlood()],
  ['a JPEG of 40 million pixels in 99 scans', 'photo.jpg', 'file_too_large', () => createScanFlood()],
  [
    'an interlaced PNG of 20 million pixels of 16 bits',
    'scan.png',
    'file_too_large',
    () => createInterlacedPng({ width: 5000, height: 4000, depth: 16 }),
  ],
])('V2.4.1 %s is refused without holding the event loop', async (_what, name, code, make) => {
  const bytes = make()
  const memoryBefore = process.memoryUsage().rss
  const { result: watched, maxMs } = await measureEventLoop(() => watchHealth(upload(bytes, name)))
  expect(maxMs).toBeLessThan(maxTurnMs)
  const { result, statuses } = watched
  expect(result.body.code).toBe(code)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(200 * 1024 * 1024)
  expect((await upload(await createPdfFile(), 'certificate.pdf')).status).toBe(200)
})
