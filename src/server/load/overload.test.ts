import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('while the database is stuck, requests beyond the limits are rejected at once; the health check replies, and the server recovers', async () => {
  const { token } = await createApplicant(api)
  const blocker = await api.database.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table sessions in access exclusive mode')

  const requests = Array.from({ length: 400 }, () => api.call('GET', '/users/me', { token }))
  const rejection = await Promise.any(requests.map(requireRejection))
  expect(rejection.body).toMatchObject({ status: 'error', statusCode: 503, code: 'unavailable' })
  expect((await api.fetch('/healthz')).status).toBe(200)
  // Rejected by the limiter, not by the query timeout of a request that waits for the database.
  expect(await countRejected('admission')).toBeGreaterThan(0)

  await blocker.query('rollback')
  blocker.release()
  const responses = await Promise.all(requests)
  const rejections = responses.filter(({ status }) => status !== 200)
  // 20 requests wait for the database and 300 in the queue.
  expect(rejections.length).toBeGreaterThanOrEqual(80)
  for (const { status, headers } of rejections) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
  }
  expect((await api.call('GET', '/users/me', { token })).status).toBe(200)
})

async function countRejected(limiter: string): Promise<number> {
  const metrics = await (await api.fetch('/metrics')).text()
  return Number(
    new RegExp(`^portal_concurrency_rejected_total\\{limiter="${limiter}"\\} (\\d+)$`, 'm').exec(metrics)?.[1],
  )
}

async function requireRejection(response: ReturnType<TestApi['call']>) {
  const { status, body } = await response
  if (status === 200) throw new Error('The request was served.')
  return { status, body }
}
