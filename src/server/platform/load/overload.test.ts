import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('a crowd before a database that is stuck is told at once to come again; health is answered, and then all goes on', async () => {
  const { token } = await anApplicant(api)
  const stuck = await api.database.pool.connect()
  await stuck.query('begin')
  await stuck.query('lock table sessions in access exclusive mode')

  const crowd = Array.from({ length: 400 }, () => api.call('GET', '/users/me', { token }))
  const turnedAway = await Promise.any(crowd.map(onlyRefused))
  expect(turnedAway.body).toMatchObject({ status: 'error', statusCode: 503, code: 'unavailable' })
  expect((await api.fetch('/healthz')).status).toBe(200)
  // By the gates, and not by the patience of those who wait for the database.
  expect(await refusedAtGates()).toBeGreaterThan(0)

  await stuck.query('rollback')
  stuck.release()
  const answers = await Promise.all(crowd)
  const refusals = answers.filter(({ status }) => status !== 200)
  // Twenty are asked who they are, and three hundred wait.
  expect(refusals.length).toBeGreaterThanOrEqual(80)
  for (const { status, headers } of refusals) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(2)
  }
  expect((await api.call('GET', '/users/me', { token })).status).toBe(200)
})

async function refusedAtGates(): Promise<number> {
  const metrics = await (await api.fetch('/metrics')).text()
  return Number(/^calls_refused (\d+)$/m.exec(metrics)?.[1])
}

async function onlyRefused(answer: ReturnType<TestApi['call']>) {
  const { status, body } = await answer
  if (status === 200) throw new Error('It was let in.')
  return { status, body }
}
