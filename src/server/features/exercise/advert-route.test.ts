import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { readPdf } from '#tests/support/browser/read-pdf.ts'
import { createExerciseService } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('an advert that could not be rendered is rendered for the next one who asks', async () => {
  vi.spyOn(api.jobDependencies.documents, 'render').mockRejectedValueOnce(new Error('no memory'))
  expect((await api.fetch('/api/v1/exercise/advert.pdf')).status).toBe(500)
  expect((await api.fetch('/api/v1/exercise/advert.pdf')).status).toBe(200)
})

test('an advert from before the deadline is not served after it', async () => {
  const service = createExerciseService(api.database)
  await service.setExercise({ deadline: new Date(api.clock.now().getTime() + 60_000).toISOString() })
  const read = async () => {
    // The exercise is read anew.
    api.clock.advance(30_000)
    const response = await api.fetch('/api/v1/exercise/advert.pdf')
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text
  }
  expect(await read()).not.toContain('Closed since')
  api.clock.advance(60_000)
  expect(await read()).toContain('Closed since')
  await service.setExercise({ deadline: null })
  api.clock.advance(30_000)
})

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
