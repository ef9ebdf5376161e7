import { and, eq, isNull, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, loginNetworks, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createApplicant, createNewApplicant, logIn } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { sessionLimits, startSession } from './session-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const minute = 60_000
const readAccount = (token?: string) => api.call('GET', '/users/me', { token })

test('the account cannot be read without a token', async () => {
  expect(await readAccount()).toMatchObject({
    status: 401,
    body: { code: 'not_logged_in', message: 'Log in to continue.' },
  })
})

test('a refused request is told which authentication is expected', async () => {
  const { userId } = await createApplicant(api)
  const wrongLogin = await api.call('POST', '/users/login', { body: { userId, password: 'not the password' } })
  for (const answer of [await readAccount(), wrongLogin]) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  expect((await readAccount('A'.repeat(43))).headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
})

test.each(['bearer', 'BEARER'])('the scheme may be written "%s"', async (scheme) => {
  const { token } = await createApplicant(api)
  expect((await api.call('GET', '/users/me', { headers: { authorization: `${scheme} ${token}` } })).status).toBe(200)
})

test.each(['nonsense', 'A'.repeat(43), '%00', "' or 1=1 --"])(
  'V1.2.4 V7.2.1 the token "%s" is refused',
  async (token) => {
    expect(await readAccount(token)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  },
)

test('V7.3.1 a session expires after an hour without use, and not while it is used', async () => {
  const { token, userId } = await createApplicant(api)
  const unused = await logIn(api, userId)
  api.clock.advance(40 * minute)
  expect((await readAccount(token)).status).toBe(200)
  api.clock.advance(40 * minute)
  expect((await readAccount(token)).status).toBe(200)
  expect(await readAccount(unused)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('V7.3.2 a session expires after twelve hours even when it is used', async () => {
  const { token } = await createApplicant(api)
  for (let used = 0; used < 12 * 60 - 30; used += 30) {
    api.clock.advance(30 * minute)
    expect((await readAccount(token)).status).toBe(200)
  }
  api.clock.advance(31 * minute)
  expect((await readAccount(token)).status).toBe(401)
})

test('the last use of a session is stored at most once a minute', async () => {
  const { id, token } = await createApplicant(api)
  const readLastSeen = async () => {
    const [row] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
    return row?.lastSeenAt.getTime()
  }
  const start = await readLastSeen()
  api.clock.advance(minute / 2)
  await readAccount(token)
  expect(await readLastSeen()).toBe(start)
  api.clock.advance(minute)
  await readAccount(token)
  expect(await readLastSeen()).toBeGreaterThan(start ?? Number.POSITIVE_INFINITY)
})

test('the last login from a network is stored at most once a day', async () => {
  const { id, userId } = await createApplicant(api)
  const readLastLogin = async () => {
    await logIn(api, userId)
    const [row] = await api.database.db.select().from(loginNetworks).where(eq(loginNetworks.accountId, id))
    return row?.lastLoginAt.getTime()
  }
  const start = await readLastLogin()
  api.clock.advance(23 * 60 * minute)
  expect(await readLastLogin()).toBe(start)
  api.clock.advance(2 * 60 * minute)
  expect(await readLastLogin()).toBeGreaterThan(start ?? Number.POSITIVE_INFINITY)
})

test('V3.3.2 V3.3.4 V3.5.1 login sets a cookie that scripts cannot read and that gives access to files only', async () => {
  const { userId, password } = await createApplicant(api)
  const { headers } = await api.call('POST', '/users/login', { body: { userId, password } })
  const [cookie = ''] = headers.getSetCookie()
  expect(cookie).toMatch(/^file_session=[\w-]{43}; Path=\/api\/v1\/files; HttpOnly; SameSite=Strict$/)
  const fileToken = cookie.split(/[=;]/)[1]
  expect((await api.call('GET', '/users/me', { headers: { cookie: `file_session=${fileToken}` } })).status).toBe(401)
  expect((await readAccount(fileToken)).status).toBe(401)
})

describe('V3.3.1 behind https', () => {
  let secure: TestApi
  beforeAll(async () => {
    secure = await startApi({ jobs: 'waiting', settings: { PUBLIC_URL: 'https://recruitment.example.org' } })
  })
  afterAll(() => secure.close())

  const logInSecurely = async () => {
    const { userId, password } = await createApplicant(secure)
    const { body, headers } = await secure.call('POST', '/users/login', { body: { userId, password } })
    return { token: String(body.token), cookies: headers.getSetCookie() }
  }

  test('every cookie is Secure and has the prefix __Secure-', async () => {
    const { cookies } = await logInSecurely()
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-[\w-]+=.*; HttpOnly; Secure; SameSite=Strict$/)
    expect(cookies[0]).toMatch(/^__Secure-file_session=[\w-]{43}; Path=\/api\/v1\/files;/)
    expect(cookies[1]).toMatch(/^__Secure-file_session=[\w-]{43}; Path=\/api\/v1\/slips;/)
  })

  test('the file cookie reads a file under its prefixed name only', async () => {
    const { cookies } = await logInSecurely()
    const [fileToken] = cookies[0]?.split(';') ?? []
    const read = async (cookie = '') =>
      (await secure.call('GET', `/files/${crypto.randomUUID()}`, { headers: { cookie } })).status
    expect(await read(fileToken)).toBe(404)
    expect(await read(fileToken?.replace('__Secure-', ''))).toBe(401)
  })

  test('logout removes the file cookie from both paths', async () => {
    const { token } = await logInSecurely()
    const { status, headers } = await secure.call('POST', '/users/logout', { token })
    expect(status).toBe(200)
    const removed = headers.getSetCookie()
    expect(removed).toHaveLength(2)
    expect(removed[0]).toMatch(/^__Secure-file_session=; .*Path=\/api\/v1\/files; Expires=Thu, 01 Jan 1970/)
    expect(removed[1]).toMatch(/^__Secure-file_session=; .*Path=\/api\/v1\/slips; Expires=Thu, 01 Jan 1970/)
  })
})

test('V7.4.1 logout ends the session on the server and removes the cookie', async () => {
  const { id, token, userId } = await createApplicant(api)
  const other = await logIn(api, userId)
  const logOut = () => api.call('POST', '/users/logout', { token })
  expect((await withoutAuditLog(api, logOut)).status).toBe(500)
  const { status, body, headers } = await logOut()
  expect(status, 'once it can be recorded').toBe(200)
  expect(body).toMatchObject({ success: true, message: 'You have logged out.' })
  expect(headers.get('set-cookie')).toMatch(/^file_session=; .*Path=\/api\/v1\/files/)
  expect((await readAccount(token)).status).toBe(401)
  expect((await readAccount(other)).status).toBe(200)
  expect((await api.call('POST', '/users/logout', { token })).status).toBe(401)
  expect((await api.call('POST', '/users/logout')).status).toBe(401)
  // Two at once end one session.
  const logOutOther = () => api.call('POST', '/users/logout', { token: other })
  await raceAtLock(api.database.url, `select from sessions where account_id = '${id}' for update`, [
    logOutOther,
    logOutOther,
  ])
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(events.map(({ action }) => action)).toEqual(['login', 'login', 'logout', 'logout'])
})

test('an account has at most twenty sessions: one more ends the oldest', async () => {
  const { id, token, userId } = await createApplicant(api)
  const tokens = [token]
  for (let count = 1; count < 20; count += 1) {
    api.clock.advance(1000)
    tokens.push(await logIn(api, userId))
  }
  expect((await readAccount(token)).status).toBe(200)
  api.clock.advance(1000)
  tokens.push(await logIn(api, userId))
  expect((await readAccount(token)).status).toBe(401)
  for (const live of tokens.slice(1)) expect((await readAccount(live)).status).toBe(200)
  // Sessions that are over do not count.
  const now = api.clock.now().getTime()
  const inAnHour = new Date(now + 60 * minute)
  const idle = { lastSeenAt: new Date(now - sessionLimits.idleMs - 1), expiresAt: inAnHour }
  const ended = { lastSeenAt: new Date(now), expiresAt: inAnHour, endedAt: new Date(now) }
  for (const over of [{ expiresAt: new Date(now) }, idle, ended]) {
    await api.database.db.update(sessions).set(over).where(eq(sessions.accountId, id))
    await logIn(api, userId)
  }
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(events.filter(({ action }) => action === 'session_limit_reached')).toMatchObject([
    { actor: 'system', detail: { ended: 1 } },
  ])
})

test('an applicant sees the own sessions with their devices, the current one first', async () => {
  const { token, userId, password } = await createApplicant(api)
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
  // By their use, and not by their beginning.
  api.clock.advance(2 * minute)
  const { data } = (await api.call('GET', '/users/sessions', { token })).body
  expect(data.map(({ device }: { device: string }) => device)).toEqual(['Unknown device', 'Chrome on Android'])
  await api.call('POST', '/users/logout', { token })
  expect((await api.call('GET', '/users/sessions', { token: phone.body.token })).body.data).toHaveLength(1)
})

test('an applicant ends one session by its id, or all except the current one', async () => {
  const { id, token, userId } = await createApplicant(api)
  const [second, third, fourth] = [await logIn(api, userId), await logIn(api, userId), await logIn(api, userId)]
  const list = await api.call('GET', '/users/sessions', { token: second })
  const ownId = list.body.data.find((session: { current: boolean }) => session.current).id

  const endOne = () => api.call('DELETE', `/users/sessions?id=${ownId}`, { token })
  expect((await withoutAuditLog(api, endOne)).status).toBe(500)
  const one = await endOne()
  expect(one.body).toMatchObject({ message: 'One session ended.', data: { ended: 1 } })
  expect((await readAccount(second)).status).toBe(401)
  expect((await readAccount(third)).status).toBe(200)

  const rest = await api.call('DELETE', '/users/sessions', { token })
  expect(rest.body).toMatchObject({ message: '2 sessions ended.', data: { ended: 2 } })
  expect((await readAccount(third)).status).toBe(401)
  expect((await readAccount(fourth)).status).toBe(401)
  expect((await readAccount(token)).status).toBe(200)
  expect((await api.call('DELETE', '/users/sessions', { token })).body.data).toEqual({ ended: 0 })
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(events.filter(({ action }) => action === 'sessions_ended')).toMatchObject([
    { actor: 'applicant', detail: { ended: 1 } },
    { actor: 'applicant', detail: { ended: 2 } },
  ])
})

test('another applicant’s session cannot be ended', async () => {
  const victim = await createApplicant(api)
  const list = await api.call('GET', '/users/sessions', { token: victim.token })
  const { token } = await createApplicant(api)
  const { body } = await api.call('DELETE', `/users/sessions?id=${list.body.data[0].id}`, { token })
  expect(body.data).toEqual({ ended: 0 })
  expect((await readAccount(victim.token)).status).toBe(200)
  expect((await api.call('DELETE', '/users/sessions?id=17', { token })).body.errors).toMatchObject([{ path: 'id' }])
})

test('listing and ending sessions needs a session with a changed password', async () => {
  const { token } = await createNewApplicant(api)
  for (const method of ['GET', 'DELETE']) {
    expect((await api.call(method, '/users/sessions')).status).toBe(401)
    expect(await api.call(method, '/users/sessions', { token })).toMatchObject({
      status: 403,
      body: { code: 'must_change_password' },
    })
  }
})

test('no session starts with a password that was changed after it was verified', async () => {
  const { id } = await createApplicant(api)
  const { db, pool } = api.database
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id))
  await db.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, id))
  // With the one of the applicant as many as an account may have.
  await pool.query(
    `insert into sessions (account_id, token_hash, file_token_hash, expires_at)
     select $1, int4send(n), int4send(n), now() + interval '1 hour' from generate_series(1, 19) as n`,
    [id],
  )
  const session = await startSession(pool, { account: account!, action: 'login', device: '', now: new Date() })
  expect(session).toBeNull()
  expect(await db.$count(sessions, and(eq(sessions.accountId, id), isNull(sessions.endedAt)))).toBe(20)
})

test('a login waits for a password change that is not committed yet, and is refused after it', async () => {
  const { id, userId, password } = await createApplicant(api)
  const submit = () => api.call('POST', '/users/login', { body: { userId, password } })
  const change = `update accounts set password_hash = 'another' where id = '${id}'`
  const [answer] = await raceAtLock(api.database.url, change, [submit])
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

describe.each([
  ['expired', { expiresAt: -1 }],
  ['idle', { lastSeenAt: -sessionLimits.idleMs - 1 }],
])('a session that is %s', (_, offsets) => {
  test('is neither listed nor ended again', async () => {
    const { id, token, userId } = await createApplicant(api)
    await logIn(api, userId)
    const now = api.clock.now().getTime()
    const { data } = (await api.call('GET', '/users/sessions', { token })).body
    const current = data.find((session: { current: boolean }) => session.current)
    const dates = Object.fromEntries(Object.entries(offsets).map(([column, ms]) => [column, new Date(now + ms)]))
    await api.database.db
      .update(sessions)
      .set(dates)
      .where(and(eq(sessions.accountId, id), ne(sessions.id, current.id)))

    expect((await api.call('GET', '/users/sessions', { token })).body.data).toHaveLength(1)
    expect((await api.call('DELETE', '/users/sessions', { token })).body.data).toEqual({ ended: 0 })
  })
})

test('logging in and out without end adds twenty events of each an hour, and hides no change of the password', async () => {
  const { id, userId, password } = await createApplicant(api)
  const add = (ago: string, count: number) =>
    api.database.pool.query(
      `insert into audit_log (actor, action, account_id, at) select 'applicant', action, $1, now() - $2::interval
        from generate_series(1, $3), unnest(array['login', 'logout']) as listed (action)`,
      [id, ago, count],
    )
  const countEvents = (action: 'login' | 'logout' | 'password_changed') =>
    api.database.db.$count(auditLog, and(eq(auditLog.accountId, id), eq(auditLog.action, action)))
  await add('61 minutes', 40)
  await add('59 minutes', 18)
  for (let n = 0; n < 3; n++) {
    const token = await logIn(api, userId)
    expect((await api.call('POST', '/users/logout', { token })).status).toBe(200)
  }
  expect([await countEvents('login'), await countEvents('logout')]).toEqual([60, 60])
  const change = { password: 'another-horse-8', currentPassword: password }
  const token = await logIn(api, userId)
  expect((await api.call('PATCH', '/users/update-password', { token, body: change })).status).toBe(200)
  expect(await countEvents('password_changed')).toBe(1)
})
