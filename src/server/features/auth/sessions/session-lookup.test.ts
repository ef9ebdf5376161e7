import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createApplicant, logIn } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const minute = 60_000

// Before the others: the count of a refusal is written after its reply, beside what comes next.
test.each([
  ['/users/me', 1],
  ['/applications/my', 1],
  ['/users/sessions', 2],
])('GET %s finds the session and what it sends in %i statements', async (path, statements) => {
  const { token } = await createApplicant(api)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await api.call('GET', path, { token })
  expect(query.mock.calls).toHaveLength(statements)
})

// They find the session in statements of their own, or in the one that all other calls share.
describe.each(['/users/me', '/applications/my', '/users/sessions'])('GET %s', (path) => {
  const read = (token: string) => api.call('GET', path, { token })

  test('keeps a session in use alive, and refuses one that was left alone for an hour', async () => {
    const { token } = await createApplicant(api)
    for (const minutes of [40, 40]) {
      api.clock.advance(minutes * minute)
      expect((await read(token)).status).not.toBe(401)
    }
    api.clock.advance(61 * minute)
    expect(await read(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  })

  test('refuses a session that is too old although it is used, and one that was ended', async () => {
    const { token, userId } = await createApplicant(api)
    const ended = await logIn(api, userId)
    await api.call('POST', '/users/logout', { token: ended })
    expect((await read(ended)).status).toBe(401)
    for (let used = 0; used < 12 * 60; used += 40) {
      expect((await read(token)).status).not.toBe(401)
      api.clock.advance(40 * minute)
    }
    expect((await read(token)).status).toBe(401)
  })
})

test('the cookie that opens files by a link lives as long as its session, which it does not keep alive', async () => {
  const { userId, password } = await createApplicant(api)
  const { headers } = await api.call('POST', '/users/login', { body: { userId, password } })
  const [cookie = ''] = headers.getSetCookie()
  const open = async () => {
    const options = { headers: { cookie: cookie.split(';')[0] ?? '' } }
    return (await api.call('GET', '/files/6f1f0f0a-0d5c-4a43-8f3f-0a6a3f2b1c90', options)).status
  }
  for (const minutes of [0, 40]) {
    api.clock.advance(minutes * minute)
    expect(await open()).toBe(404)
  }
  api.clock.advance(21 * minute)
  expect(await open()).toBe(401)
})
