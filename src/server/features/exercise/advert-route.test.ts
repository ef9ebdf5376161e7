import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('anybody can download the advert as a named PDF, and a second request is answered from the cache', async () => {
  const response = await api.fetch('/api/v1/exercise/advert.pdf')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="SITM-recruitment-2024.pdf"')
  const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()))
  expect(text).toContain('State Institute of Technology and Management')

  const etag = response.headers.get('etag') ?? ''
  const again = await api.fetch('/api/v1/exercise/advert.pdf', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})
