import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setExercise } from '#server/features/exercise/set-exercise.ts'
import { contracts } from '#shared/api/contracts.ts'
import { posts } from '#shared/reference-data/posts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { ensureExercise } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

describe('the exercise', () => {
  test('tells anybody its facts, as its contract says', async () => {
    const { status, body } = await api.call('GET', '/exercise')
    expect(status).toBe(200)
    expect(contracts.exercise.reply.parse(body)).toEqual(body)
    expect(body.data).toEqual({
      institution: 'State Institute of Technology and Management',
      shortName: 'SITM',
      title: 'Academic Staff Recruitment',
      year: 2024,
      status: 'closed',
      deadline: null,
      fee: 12_000,
      charge: 500,
      posts,
      vendor: { name: 'Tidewater Systems', url: null },
      payment: { publicKey: 'test-public-key', widgetUrl: api.config.remita.widgetUrl },
    })
  })

  test('holds nothing of the merchant but what the widget needs', async () => {
    const { body } = await api.call('GET', '/exercise')
    expect(Object.keys(body.data.payment)).toEqual(['publicKey', 'widgetUrl'])
  })

  test('may be kept for a short while, and is not sent again while it is the same', async () => {
    const first = await api.call('GET', '/exercise')
    expect(first.headers.get('cache-control')).toBe('public, max-age=30')
    const etag = first.headers.get('etag') ?? ''
    const again = await api.fetch('/api/v1/exercise', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await api.fetch('/api/v1/exercise', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('shows a change a few seconds later', async () => {
    await setExercise(api.database.db, { deadline: '2026-12-31T23:59:59+01:00' })
    expect((await api.call('GET', '/exercise')).body.data.deadline).toBeNull()
    api.clock.advance(5_000)
    const { body, headers } = await api.call('GET', '/exercise')
    expect(body.data.deadline).toBe('2026-12-31T22:59:59.000Z')
    expect(headers.get('etag')).not.toBeNull()
  })

  test('is made once, also by servers that start at once, and never made anew', async () => {
    const { db } = api.database
    await setExercise(db, { institution: 'Hillside Polytechnic' })
    await Promise.all(Array.from({ length: 5 }, () => ensureExercise(db)))
    api.clock.advance(5_000)
    expect((await api.call('GET', '/exercise')).body.data.institution).toBe('Hillside Polytechnic')
  })
})

test('the states are the 36 and the Federal Capital Territory, each with its local government areas', async () => {
  const { status, body, headers } = await api.call('GET', '/states')
  expect(status).toBe(200)
  expect(contracts.states.reply.parse(body)).toEqual(body)
  expect(body.data).toHaveLength(37)
  expect(body.data.every((state: { lgas: string[] }) => state.lgas.length > 0)).toBe(true)
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
})
