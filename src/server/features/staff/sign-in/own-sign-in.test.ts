import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createStaff, getCode, signIn, startStaffTestSession, type TestStaff } from '#tests/support/api/staff.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

interface Session {
  id: string
  isThis: boolean
}
const listSessions = async ({ call }: TestStaff) =>
  (await call('GET', '/staff/me/sessions')).body.data.sessions as Session[]
const isLive = async (headers: Record<string, string>) =>
  (await api.call('GET', '/staff/me', { headers })).status === 200
const listEvents = async ({ id }: TestStaff) =>
  (await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, id)).orderBy(auditLog.id)).map(
    ({ action, detail }) => ({ action, detail }),
  )
const replaceCodes = ({ call }: TestStaff) => call('POST', '/staff/me/recovery-codes')

test('a person sees the own sessions, which one this is, and ends the others', async () => {
  const person = await createStaff(api, ['registry'])
  const other = await startStaffTestSession(api, person.id)
  await api.database.pool.query(
    `update staff_sessions set created_at = created_at + interval '1 minute' where id = (
      select id from staff_sessions where staff_id = $1 order by created_at limit 1)`,
    [person.id],
  )
  const sessions = await listSessions(person)
  // The newest stands first.
  expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false])
  const [own, away] = [sessions.find(({ isThis }) => isThis), sessions.find(({ isThis }) => !isThis)]
  expect((await person.call('DELETE', `/staff/me/sessions/${own?.id}`)).status).toBe(404)
  const endAway = () => person.call('DELETE', `/staff/me/sessions/${away?.id}`)
  expect((await withoutAuditLog(api, endAway)).status).toBe(500)
  expect((await endAway()).status).toBe(200)
  expect([await isLive(other), await isLive(person.credentials)]).toEqual([false, true])
  expect(await listSessions(person)).toHaveLength(1)
  const ended = { action: 'staff_own_session_ended', detail: { session: away?.id } }
  expect(await listEvents(person)).toContainEqual(ended)
})

test.each(['ended_at = $2', 'expires_at = $2', `last_seen_at = $2::timestamptz - interval '1 hour'`])(
  'a session that is over is not listed, and cannot be ended: %s',
  async (change) => {
    const person = await createStaff(api, ['registry'])
    await startStaffTestSession(api, person.id)
    const other = (await listSessions(person)).find(({ isThis }) => !isThis)?.id
    await api.database.pool.query(`update staff_sessions set ${change} where id = $1`, [other, api.clock.now()])
    expect(await listSessions(person)).toMatchObject([{ isThis: true }])
    expect((await person.call('DELETE', `/staff/me/sessions/${other}`)).status).toBe(404)
  },
)

test('a fourth session ends the one that began first', async () => {
  const minute = 60_000
  const person = await createStaff(api, ['registry'], { startedAgoMs: 2 * minute })
  const first = await startStaffTestSession(api, person.id, { startedAgoMs: 3 * minute })
  const last = await startStaffTestSession(api, person.id, { startedAgoMs: minute })
  // Those that have ended count no more.
  for (let n = 0; n < 2; n++)
    await api.call('DELETE', '/staff/session', { headers: await startStaffTestSession(api, person.id) })
  expect((await signIn(api, person.email)).status).toBe(200)
  expect(await Promise.all([person.credentials, first, last].map(isLive))).toEqual([true, false, true])
})

test('nobody ends a session of somebody else', async () => {
  const [person, colleague] = [await createStaff(api, ['registry']), await createStaff(api, ['registry'])]
  const [session] = await listSessions(colleague)
  expect((await person.call('DELETE', `/staff/me/sessions/${session?.id}`)).status).toBe(404)
  expect(await isLive(colleague.credentials)).toBe(true)
})

test('new recovery codes take a fresh sign-in, void the earlier ones, end the other sessions and are mailed', async () => {
  const [person, colleague] = [
    await createStaff(api, ['registry']),
    await createStaff(api, ['registry'], { isFresh: true }),
  ]
  const [foreign] = (await replaceCodes(colleague)).body.data.recoveryCodes
  const signInAgain = () => person.call('POST', '/staff/session/fresh', { body: { code: getCode(api) } })
  expect((await withoutAuditLog(api, signInAgain)).status).toBe(500)
  expect(await replaceCodes(person)).toMatchObject({ status: 403, body: { code: 'fresh_sign_in_required' } })
  await signInAgain()
  const first: string[] = (await replaceCodes(person)).body.data.recoveryCodes
  const other = await startStaffTestSession(api, person.id)
  expect((await withoutAuditLog(api, () => replaceCodes(person))).status).toBe(500)
  expect(await isLive(other), 'where it cannot be recorded').toBe(true)
  const { status, body } = await replaceCodes(person)
  expect(status).toBe(201)
  const codes: string[] = body.data.recoveryCodes
  expect(new Set(codes).size).toBe(10)
  expect([await isLive(other), await isLive(person.credentials)]).toEqual([false, true])
  const events = (await listEvents(person)).filter(({ action }) => action === 'staff_recovery_codes_replaced')
  expect(events).toHaveLength(2)

  expect((await signIn(api, person.email, { code: first[0] ?? '' })).status).toBe(401)
  expect((await signIn(api, person.email, { code: foreign })).status).toBe(401)
  expect((await signIn(api, person.email, { code: codes[0] ?? '' })).status).toBe(200)
  expect((await person.call('GET', '/staff/me/recovery-codes')).body.data).toEqual({ left: 9 })
  expect((await colleague.call('GET', '/staff/me/recovery-codes')).body.data).toEqual({ left: 10 })
  await expect
    .poll(() => api.mailbox.messages(person.email).map(({ subject }) => subject))
    .toContain('You have new recovery codes')
})

test('signing out without end adds twenty events an hour', async () => {
  const person = await createStaff(api, ['registry'])
  const { pool } = api.database
  const countEvents = async () =>
    (await pool.query(`select from audit_log where staff_id = $1 and action = 'staff_signed_out'`, [person.id]))
      .rowCount
  await pool.query(
    `insert into audit_log (actor, action, staff_id) select 'staff', 'staff_signed_out', $1 from generate_series(1, 19)`,
    [person.id],
  )
  expect((await withoutAuditLog(api, () => person.call('DELETE', '/staff/session'))).status).toBe(500)
  expect(await isLive(person.credentials), 'where it cannot be recorded').toBe(true)
  for (let n = 0; n < 3; n++) {
    const headers = await startStaffTestSession(api, person.id)
    expect((await api.call('DELETE', '/staff/session', { headers })).status).toBe(200)
  }
  expect(await countEvents()).toBe(20)
})
