import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { posts } from '#shared/reference-data/posts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createExerciseService } from './service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

describe('the exercise', () => {
  test('is public, in the form of its contract', async () => {
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
      contact: { address: null, phone: null, hours: null },
      payment: { publicKey: 'test-public-key', widgetUrl: api.config.remita.widgetUrl },
    })
  })

  test('contains only those merchant settings that the payment widget needs', async () => {
    const { body } = await api.call('GET', '/exercise')
    expect(Object.keys(body.data.payment)).toEqual(['publicKey', 'widgetUrl'])
  })

  test('may be cached for a short time, and is not sent again while it is unchanged', async () => {
    const first = await api.call('GET', '/exercise')
    expect(first.headers.get('cache-control')).toBe('public, max-age=30')
    const etag = first.headers.get('etag') ?? ''
    const again = await api.fetch('/api/v1/exercise', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await api.fetch('/api/v1/exercise', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  test('shows a change after a few seconds', async () => {
    await createExerciseService(api.database).setExercise({ deadline: '2026-12-31T23:59:59+01:00' })
    expect((await api.call('GET', '/exercise')).body.data.deadline).toBeNull()
    api.clock.advance(5_000)
    const { body, headers } = await api.call('GET', '/exercise')
    expect(body.data.deadline).toBe('2026-12-31T22:59:59.000Z')
    expect(headers.get('etag')).not.toBeNull()
  })

  test('says how to reach the registry once that is set', async () => {
    const contact = { address: 'Registry\n12 College Road', phone: '+234 800 000 0000', hours: 'Monday, 9 am to 4 pm' }
    await createExerciseService(api.database).setExercise({ contact })
    api.clock.advance(5_000)
    expect((await api.call('GET', '/exercise')).body.data.contact).toEqual(contact)
  })

  test('is created once, even by servers that start at the same time, and never reset', async () => {
    const service = createExerciseService(api.database)
    await service.setExercise({ institution: 'Hillside Polytechnic' })
    await Promise.all(Array.from({ length: 5 }, () => service.ensureExercise()))
    api.clock.advance(5_000)
    expect((await api.call('GET', '/exercise')).body.data.institution).toBe('Hillside Polytechnic')
  })
})

test('the 36 states and the Federal Capital Territory are listed, each with its local government areas', async () => {
  const { status, body, headers } = await api.call('GET', '/states')
  expect(status).toBe(200)
  expect(contracts.states.reply.parse(body)).toEqual(body)
  expect(body.data).toHaveLength(37)
  expect(body.data.every((state: { lgas: string[] }) => state.lgas.length > 0)).toBe(true)
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
})
