import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, auditLog, sessions } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aNewApplicant, anApplicant, logIn } from '#tests/support/fixtures/accounts.ts'
import { startSession } from './sessions.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const minute = 60_000
const me = (token?: string) => api.call('GET', '/users/me', { token })

test('without a token the account is not told', async () => {
  expect(await me()).toMatchObject({ status: 401, body: { code: 'not_logged_in', message: 'Log in to continue.' } })
})

test.each(['nonsense', 'A'.repeat(43), '%00', "' or 1=1 --"])('the token "%s" opens nothing', async (token) => {
  expect(await me(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('a session ends by itself after an hour without use, and one in use does not', async () => {
  const { token, userId } = await anApplicant(api)
  const unused = await logIn(api, userId)
  api.clock.advance(40 * minute)
  expect((await me(token)).status).toBe(200)
  api.clock.advance(40 * minute)
  expect((await me(token)).status).toBe(200)
  expect(await me(unused)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('a session ends after twelve hours, however much it is used', async () => {
  const { token } = await anApplicant(api)
  for (let used = 0; used < 12 * 60 - 30; used += 30) {
    api.clock.advance(30 * minute)
    expect((await me(token)).status).toBe(200)
  }
  api.clock.advance(31 * minute)
  expect((await me(token)).status).toBe(401)
})

test('use is noted at most once a minute', async () => {
  const { id, token } = await anApplicant(api)
  const seen = async () => {
    const [row] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
    return row?.lastSeenAt.getTime()
  }
  const start = await seen()
  api.clock.advance(minute / 2)
  await me(token)
  expect(await seen()).toBe(start)
  api.clock.advance(minute)
  await me(token)
  expect(await seen()).toBeGreaterThan(start ?? Number.POSITIVE_INFINITY)
})

test('login sets a cookie that scripts cannot read, that goes to files only and opens nothing else', async () => {
  const { userId, password } = await anApplicant(api)
  const { headers } = await api.call('POST', '/users/login', { body: { userId, password } })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^file_session=[\w-]{43}; Path=\/api\/v1\/files; HttpOnly; SameSite=Strict$/)
  const fileToken = cookie.split(/[=;]/)[1]
  expect((await api.call('GET', '/users/me', { headers: { cookie: `file_session=${fileToken}` } })).status).toBe(401)
  expect((await me(fileToken)).status).toBe(401)
})

test('behind https the cookie is secure', async () => {
  const secure = await startApi({ jobs: 'waiting', settings: { PUBLIC_URL: 'https://recruitment.example.org' } })
  try {
    const { userId, password } = await anApplicant(secure)
    const { headers } = await secure.call('POST', '/users/login', { body: { userId, password } })
    expect(headers.get('set-cookie')).toContain('; Secure')
  } finally {
    await secure.close()
  }
})

test('logout ends the session on the server and takes the cookie away', async () => {
  const { id, token, userId } = await anApplicant(api)
  const other = await logIn(api, userId)
  const { status, body, headers } = await api.call('POST', '/users/logout', { token })
  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: 'You have logged out.' })
  expect(headers.get('set-cookie')).toMatch(/^file_session=; .*Path=\/api\/v1\/files/)
  expect((await me(token)).status).toBe(401)
  expect((await me(other)).status).toBe(200)
  expect((await api.call('POST', '/users/logout', { token })).status).toBe(401)
  expect((await api.call('POST', '/users/logout')).status).toBe(401)
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(deeds.map(({ action }) => action)).toEqual(['login', 'login', 'logout'])
})

test('one sees where one is logged in, in words, the session in use first', async () => {
  const { token, userId, password } = await anApplicant(api)
  api.clock.advance(2 * minute)
  const phone = await api.call('POST', '/users/login', {
    body: { userId, password },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/137.0.0.0 Mobile Safari/537.36' },
  })
  const { body } = await api.call('GET', '/users/sessions', { token: phone.body.token })
  expect(body.data).toMatchObject([
    { current: true, device: 'Chrome on Android' },
    { current: false, device: 'Unknown device' },
  ])
  expect(Object.keys(body.data[0]).sort()).toEqual(['current', 'device', 'id', 'lastSeenAt', 'startedAt'])
  await api.call('POST', '/users/logout', { token })
  expect((await api.call('GET', '/users/sessions', { token: phone.body.token })).body.data).toHaveLength(1)
})

test('one ends one of one’s sessions by its id, or all but the one in use', async () => {
  const { id, token, userId } = await anApplicant(api)
  const [second, third, fourth] = [await logIn(api, userId), await logIn(api, userId), await logIn(api, userId)]
  const list = await api.call('GET', '/users/sessions', { token: second })
  const ownId = list.body.data.find((session: { current: boolean }) => session.current).id

  const one = await api.call('DELETE', `/users/sessions?id=${ownId}`, { token })
  expect(one.body).toMatchObject({ message: 'One session ended.', data: { ended: 1 } })
  expect((await me(second)).status).toBe(401)
  expect((await me(third)).status).toBe(200)

  const rest = await api.call('DELETE', '/users/sessions', { token })
  expect(rest.body.data).toEqual({ ended: 2 })
  expect((await me(third)).status).toBe(401)
  expect((await me(fourth)).status).toBe(401)
  expect((await me(token)).status).toBe(200)
  expect((await api.call('DELETE', '/users/sessions', { token })).body.data).toEqual({ ended: 0 })
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(deeds.filter(({ action }) => action === 'sessions_ended')).toHaveLength(2)
})

test('nobody ends another applicant’s session', async () => {
  const victim = await anApplicant(api)
  const list = await api.call('GET', '/users/sessions', { token: victim.token })
  const { token } = await anApplicant(api)
  const { body } = await api.call('DELETE', `/users/sessions?id=${list.body.data[0].id}`, { token })
  expect(body.data).toEqual({ ended: 0 })
  expect((await me(victim.token)).status).toBe(200)
  expect((await api.call('DELETE', '/users/sessions?id=17', { token })).body.errors).toMatchObject([{ path: 'id' }])
})

test('sessions are told and ended only to whoever is logged in and has changed the first password', async () => {
  const { token } = await aNewApplicant(api)
  for (const method of ['GET', 'DELETE']) {
    expect((await api.call(method, '/users/sessions')).status).toBe(401)
    expect(await api.call(method, '/users/sessions', { token })).toMatchObject({
      status: 403,
      body: { code: 'must_change_password' },
    })
  }
})

test('a session does not begin with a password that has been changed since it was shown', async () => {
  const { id } = await anApplicant(api)
  const { db, pool } = api.database
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  await db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, id))
  const begun = await startSession(pool, { account: account!, action: 'login', device: '', now: new Date() })
  expect(begun).toBeNull()
})
