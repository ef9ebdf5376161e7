import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOutside } from '#server/adapters.ts'
import { createApp } from '#server/app.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const token = 'a-token-for-the-operators'

async function metricsIn(config: Partial<TestApi['config']>, authorization?: string) {
  const log = pino({ level: 'silent' })
  const whole = { ...api.config, ...config }
  const app = await createApp({ ...(await openOutside(whole, log)), config: whole, database: api.database })
  const answer = await app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  await app.close()
  return answer
}

test('operators see calls by route, the database, the queue and the event loop', async () => {
  await api.call('GET', '/users/me')
  const answer = await api.fetch('/metrics')
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/users\/me",status="401"\} 1/,
  )
  for (const name of [
    'calls_inside',
    'calls_refused',
    'database_connections',
    'jobs_waiting',
    'event_loop_delay_seconds',
  ])
    expect(text).toMatch(new RegExp(`^${name}`, 'm'))
})

test('a path that holds a NIN is counted by its route', async () => {
  await api.call('POST', '/services/nin-verify/10000000001')
  expect(await (await api.fetch('/metrics')).text()).not.toContain('10000000001')
})

test('in production they are for whoever has the token, and for nobody while there is none', async () => {
  expect((await metricsIn({ isProduction: true })).statusCode).toBe(404)
  const settings = { isProduction: true, metricsToken: token }
  expect((await metricsIn(settings)).statusCode).toBe(404)
  expect((await metricsIn(settings, 'Bearer another-token-for-operators')).statusCode).toBe(404)
  expect((await metricsIn(settings, `Bearer ${token}`)).statusCode).toBe(200)
})

test('the description of the API is not public in production', async () => {
  const log = pino({ level: 'silent' })
  const config = { ...api.config, isProduction: true }
  const app = await createApp({ ...(await openOutside(config, log)), config, database: api.database })
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/json'])
    expect((await app.inject({ url })).statusCode, url).toBe(404)
  await app.close()
})
