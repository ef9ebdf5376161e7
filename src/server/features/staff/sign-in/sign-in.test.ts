import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  createStaff,
  getCode,
  getWrongCode,
  readStaffCookie,
  signIn,
  staffPassword,
  startStaffTestSession,
  type TestStaff,
  withSession,
} from '#tests/support/api/staff.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const begin = (email: string, password = staffPassword) =>
  api.call('POST', '/staff/session', { body: { email, password } })
const complete = (attempt: string, code: string) =>
  api.call('POST', '/staff/session/second', { body: { attempt, code } })

async function readActions(staffId: string): Promise<string[]> {
  const events = await api.database.db.select().from(auditLog).orderBy(auditLog.id)
  return events.filter((event) => event.staffId === staffId || event.subjectId === staffId).map(({ action }) => action)
}

test('V3.3.1 V3.3.4 password and code start a session in a cookie that no script reads', async () => {
  const { email, id } = await createStaff(api, ['registry', 'chair'])
  expect((await withoutAuditLog(api, () => signIn(api, email))).status).toBe(500)
  const answer = await signIn(api, email.toUpperCase())
  expect(answer.status).toBe(200)
  expect(readStaffCookie(answer)).toMatch(/^staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(answer.body.data.me).toMatchObject({ email, roles: [{ role: 'registry', exercise: null }, { role: 'chair' }] })
  expect(answer.body.data.me.permissions).toContain('publication:approve')
  expect(answer.body.data.me.exercises).toEqual([expect.objectContaining({ year: 2024 })])
  const me = await withSession(api, answer)('GET', '/staff/me')
  expect(me.body.data.me).toEqual(answer.body.data.me)
  expect(me.headers.get('cache-control')).toBe('no-store')
  expect(await readActions(id)).toEqual(['staff_signed_in'])
})

test('a visitor without a session is nobody, which is no refusal', async () => {
  const person = await createStaff(api, ['registry'])
  const idle = await createStaff(api, ['registry'], { idleMs: 15 * 60_000 + 1 })
  const read = async (by: Pick<TestStaff, 'call'>) => (await by.call('GET', '/staff/session')).body.data
  expect(await read(person)).toEqual((await person.call('GET', '/staff/me')).body.data)
  const before = await api.database.db.$count(auditLog)
  expect([await read(api), await read(idle)]).toEqual([{ me: null }, { me: null }])
  expect(await api.database.db.$count(auditLog)).toBe(before)
})

test('V6.3.8 wrong password, unknown address and suspended person are answered alike', async () => {
  const { email } = await createStaff(api, ['registry'])
  const suspended = await createStaff(api, ['registry'], { status: 'suspended' })
  const answers = [
    await begin(email, 'wrong'),
    await begin('nobody@example.org'),
    await begin(suspended.email),
    await begin(suspended.email, 'wrong'),
  ]
  for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body })
  expect(answers[0]?.body).toMatchObject({
    code: 'sign_in_refused',
    message: 'Email address or password is incorrect.',
  })
  await expect.poll(() => readActions(suspended.id)).toEqual(['staff_sign_in_refused', 'staff_sign_in_refused'])
})

test('an unknown address costs as much time as a wrong password', async () => {
  const measure = async (email: string) => {
    // Not the time that passes, which other work on the machine decides.
    const before = process.cpuUsage()
    await begin(email, 'wrong')
    return process.cpuUsage(before).user
  }
  const passwordHash = await hashPassword(staffPassword)
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 9; n++) {
    known.push(await measure((await createStaff(api, ['registry'], { passwordHash })).email))
    unknown.push(await measure(`nobody-${n}@example.org`))
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0
  expect(median(unknown)).toBeGreaterThan(median(known) * 0.4)
  expect(median(known)).toBeGreaterThan(median(unknown) * 0.4)
})

test('V6.5.1 a code works once, also for two requests at the same moment', async () => {
  const { email } = await createStaff(api, ['registry'])
  const code = getCode(api)
  const attempts = await Promise.all([0, 1].map(async () => (await begin(email)).body?.data?.attempt))
  // Of two sign-ins at once, one may have to wait.
  const usable = attempts.filter(Boolean)
  const answers = await Promise.all(usable.map((attempt) => complete(attempt, code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const again = await signIn(api, email, { code })
  expect(again).toMatchObject({ status: 401, body: { code: 'code_refused' } })
  expect((await signIn(api, email, { code: getCode(api, -1) })).status).toBe(401)
  expect((await signIn(api, email, { code: getCode(api, 1) })).status).toBe(200)
})

test('five wrong codes end the attempt, and nobody else’s', async () => {
  const [{ email, id }, colleague] = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])]
  const { attempt } = (await begin(email)).body.data
  const ofColleague = (await begin(colleague.email)).body.data.attempt
  for (let n = 0; n < 5; n++)
    expect(await complete(attempt, getWrongCode(api))).toMatchObject({ status: 401, body: { code: 'code_refused' } })
  expect(await complete(attempt, getCode(api))).toMatchObject({ status: 401, body: { code: 'sign_in_expired' } })
  expect((await complete(ofColleague, getCode(api))).status).toBe(200)
  await api.services.refusals.close()
  const { rows } = await api.database.pool.query(
    `select detail from audit_log where action = 'staff_code_refused' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ detail }) => detail.count)).toEqual([undefined, 5])
})

test('V6.6.3 wrong codes slow down further ones, in whatever attempt', async () => {
  const { email } = await createStaff(api, ['registry'])
  for (let n = 0; n < 5; n++) await signIn(api, email, { code: getWrongCode(api) })
  const answer = await signIn(api, email)
  expect(answer.status).toBe(429)
  expect(answer.body.message).not.toContain('Forgot password')
  api.clock.advance(16_000)
  expect((await signIn(api, email)).status).toBe(200)
})

test('an attempt lasts five minutes, and works once', async () => {
  const { email } = await createStaff(api, ['registry'])
  const { attempt } = (await begin(email)).body.data
  expect((await complete(attempt, getCode(api))).status).toBe(200)
  expect((await complete(attempt, getCode(api, 1))).body.code).toBe('sign_in_expired')
  const [inTime, late] = [(await begin(email)).body.data.attempt, (await begin(email)).body.data.attempt]
  api.clock.advance(5 * 60_000 - 1_000)
  expect((await complete(inTime, getCode(api))).status).toBe(200)
  api.clock.advance(1_001)
  expect((await complete(late, getCode(api))).body.code).toBe('sign_in_expired')
})

test('an attempt that another server completes at the same moment has ended', async () => {
  const { email, id } = await createStaff(api, ['registry'])
  const { attempt } = (await begin(email)).body.data
  const completed = `select from staff where id = '${id}' for update;
    update staff_challenges set used_at = now() where staff_id = '${id}'`
  const [answer] = await raceAtLock(api.database.url, completed, [() => complete(attempt, getCode(api))])
  expect(answer?.body.code).toBe('sign_in_expired')
})

test('V7.3.1 V7.3.2 V7.4.1 a session ends after 15 minutes without use, after 8 hours, and by signing out', async () => {
  const { email } = await createStaff(api, ['registry'])
  const call = withSession(api, await signIn(api, email))
  for (let minutes = 0; minutes < 8 * 60; minutes += 14) {
    expect((await call('GET', '/staff/me')).status, `${minutes} minutes`).toBe(200)
    api.clock.advance(14 * 60_000)
  }
  // With the session the person is seen, too, whose account then counts as used.
  const { rows } = await api.database.pool.query('select last_seen_at as at from staff where email = $1', [email])
  expect(api.clock.now().getTime() - rows[0].at.getTime()).toBeLessThan(15 * 60_000)
  expect((await call('GET', '/staff/me')).status).toBe(401)
  const idle = withSession(api, await signIn(api, email))
  api.clock.advance(15 * 60_000 + 1)
  expect((await idle('GET', '/staff/me')).body.code).toBe('not_logged_in')
  const ended = withSession(api, await signIn(api, email))
  expect((await ended('DELETE', '/staff/session')).status).toBe(200)
  expect((await ended('GET', '/staff/me')).status).toBe(401)
})

test('the last use of a session is stored at most twice a minute, and of nobody else', async () => {
  const colleague = await createStaff(api, ['registry'])
  const readColleague = async () => {
    const { rows } = await api.database.pool.query(
      'select p.last_seen_at, s.last_seen_at as used_at from staff p join staff_sessions s on s.staff_id = p.id where p.id = $1',
      [colleague.id],
    )
    return rows
  }
  const usedLast = await readColleague()
  api.clock.advance(1000)
  const { email } = await createStaff(api, ['registry'])
  const call = withSession(api, await signIn(api, email))
  const readUse = async (afterMs: number) => {
    api.clock.advance(afterMs)
    expect((await call('GET', '/staff/me')).status).toBe(200)
    const { rows } = await api.database.pool.query(
      'select max(greatest(s.last_seen_at, p.last_seen_at)) as at from staff p join staff_sessions s on s.staff_id = p.id where email = $1',
      [email],
    )
    return rows[0].at.getTime()
  }
  const start = await readUse(0)
  expect(await readUse(20_000)).toBe(start)
  expect(await readUse(20_000)).toBeGreaterThan(start)
  expect(await readColleague()).toEqual(usedLast)
})

test('the fourth session ends the first, and nobody else’s', async () => {
  const colleague = await createStaff(api, ['registry'])
  const { id } = await createStaff(api, ['registry'], { hasEnded: true })
  const credentials = await startStaffTestSession(api, id)
  const { email } = (await api.call('GET', '/staff/me', { headers: credentials })).body.data.me
  for (let n = 0; n < 3; n++) {
    api.clock.advance(31_000)
    expect((await signIn(api, email)).status).toBe(200)
  }
  expect((await api.call('GET', '/staff/me', { headers: credentials })).status).toBe(401)
  expect((await colleague.call('GET', '/staff/me')).status).toBe(200)
})

test('a code opens sensitive actions for five minutes, in its session alone', async () => {
  const elsewhere = await createStaff(api, ['registry'])
  const { email, id } = await createStaff(api, ['registry'])
  const call = withSession(api, await signIn(api, email))
  expect((await call('POST', '/staff/session/fresh', { body: { code: getWrongCode(api) } })).status).toBe(401)
  expect((await call('POST', '/staff/session/fresh', { body: { code: getCode(api) } })).status).toBe(401)
  const answer = await call('POST', '/staff/session/fresh', { body: { code: getCode(api, 1) } })
  expect(answer.status).toBe(200)
  expect(Date.parse(answer.body.data.freshUntil) - api.clock.now().getTime()).toBeCloseTo(5 * 60_000, -4)
  expect(await readActions(id)).toContain('staff_signed_in_again')
  const readFreshUntil = async () => (await call('GET', '/staff/me')).body.data.me.freshUntil
  expect(await readFreshUntil()).toBe(answer.body.data.freshUntil)
  expect((await elsewhere.call('GET', '/staff/me')).body.data.me.freshUntil).toBeNull()
  api.clock.advance(5 * 60_000 + 1)
  expect(await readFreshUntil()).toBeNull()
})

test('V3.5.1 a request from another site, or without the header of the staff pages, changes nothing', async () => {
  const { email } = await createStaff(api, ['registry'])
  const { credentials, call } = await createStaff(api, ['registry'])
  const headers = { origin: 'https://elsewhere.example', host: 'elsewhere.example' }
  expect(
    (await api.call('POST', '/staff/session', { headers, body: { email, password: staffPassword } })).body.code,
  ).toBe('cross_site_request')
  expect((await call('DELETE', '/staff/session', { headers })).status).toBe(403)
  const { cookie = '' } = credentials
  const answer = await api.call('DELETE', '/staff/session', { headers: { cookie } })
  expect(answer).toMatchObject({ status: 403, body: { code: 'cross_site_request' } })
  expect((await call('DELETE', '/staff/session', { headers: { origin: api.config.publicUrl } })).status).toBe(200)
})

test("V8.2.1 an applicant's token is nothing to the staff's calls, and a staff session nothing to the applicants'", async () => {
  const { token } = await createApplicant(api)
  expect(await api.call('GET', '/staff/me', { token })).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
  const { call } = await createStaff(api, ['registry'])
  expect(await call('GET', '/users/me')).toMatchObject({ status: 401, body: { code: 'not_logged_in' } })
})

test('V16.3.2 a refused request of the staff is audited', async () => {
  const { call, id } = await createStaff(api, ['auditor'])
  const body = { email: 'new@example.org', name: 'New', roles: [{ role: 'helpdesk' }] }
  expect((await call('POST', '/staff/invitations', { body })).body.code).toBe('not_permitted')
  await expect.poll(() => readActions(id)).toEqual(['request_refused'])
})

test('V7.4.2 who is suspended between the two steps does not get in, and begins nothing', async () => {
  const { email, id } = await createStaff(api, ['registry'])
  const { attempt } = (await begin(email)).body.data
  await createStaff(api, ['admin'])
  await api.database.pool.query(`update staff set status = 'suspended' where id = $1`, [id])
  expect(await complete(attempt, getCode(api))).toMatchObject({ status: 401, body: { code: 'sign_in_expired' } })
  const sessions = 'select count(*)::int as count from staff_sessions where staff_id = $1'
  // The one that the test has.
  expect((await api.database.pool.query(sessions, [id])).rows).toEqual([{ count: 1 }])
})

test('V7.4.2 a suspended person is out at once', async () => {
  const { call, id } = await createStaff(api, ['registry'])
  expect((await call('GET', '/staff/me')).status).toBe(200)
  await createStaff(api, ['admin'], { isFresh: true })
  await api.database.pool.query(`update staff set status = 'suspended' where id = $1`, [id])
  expect((await call('GET', '/staff/me')).status).toBe(401)
})
