import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { staff } from '#server/database/schema/staff.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { readLinkCode } from '#tests/support/api/sign-in/staff-links.ts'
import {
  createStaff,
  getCode,
  signIn,
  staffPassword,
  startStaffTestSession,
  type TestStaff,
} from '#tests/support/api/staff.ts'
import { countLockWaits } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const newPassword = 'Seventeen quiet herons'
const change = ({ call }: TestStaff, body: object = {}) =>
  call('PUT', '/staff/me/password', { body: { currentPassword: staffPassword, password: newPassword, ...body } })
const isLive = async (headers: Record<string, string>) =>
  (await api.call('GET', '/staff/me', { headers })).status === 200
const createFresh = () => createStaff(api, ['registry'], { isFresh: true })

test('V6.2.2 V6.3.7 V7.4.3 staff change their password: the other sessions end, and an email and the audit log say so', async () => {
  const [person, colleague] = [await createFresh(), await createFresh()]
  const other = await startStaffTestSession(api, person.id)
  const admin = await createStaff(api, ['admin'], { isFresh: true })
  /** A sign-in before its second step, and a link to set up the sign-in again. */
  const begin = async ({ id, email }: TestStaff) => {
    const { body } = await api.call('POST', '/staff/session', { body: { email, password: staffPassword } })
    await admin.call('POST', `/staff/people/${id}/reset-link`)
    return { attempt: body.data.attempt, link: await readLinkCode(api, email) }
  }
  const complete = ({ attempt }: { attempt: string }) =>
    api.call('POST', '/staff/session/second', { body: { attempt, code: getCode(api) } })
  const open = ({ link }: { link: string }) => api.call('POST', '/staff/invitations/open', { body: { code: link } })
  const [own, theirs] = [await begin(person), await begin(colleague)]

  expect((await withoutAuditLog(api, () => change(person))).status).toBe(500)
  expect((await change(person)).status).toBe(200)
  expect([await isLive(other), await isLive(person.credentials)]).toEqual([false, true])
  expect((await complete(own)).body.code).toBe('sign_in_expired')
  expect((await open(own)).status).toBe(403)
  // What is a colleague's stays.
  expect(await isLive(colleague.credentials)).toBe(true)
  expect([(await complete(theirs)).status, (await open(theirs)).status]).toEqual([200, 200])
  expect((await signIn(api, person.email)).status).toBe(401)
  expect((await signIn(api, person.email, { password: newPassword })).status).toBe(200)
  await expect
    .poll(() => api.mailbox.messages(person.email).map(({ subject }) => subject))
    .toContain('Your password was changed')
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.staffId, person.id))
  expect(events.map(({ action }) => action)).toContain('staff_password_changed')
})

test('V6.2.3 V7.5.1 it takes a fresh sign-in and the current password', async () => {
  const stale = await createStaff(api, ['registry'])
  expect((await change(stale)).body.code).toBe('fresh_sign_in_required')
  const person = await createFresh()
  expect(await change(person, { currentPassword: 'another password' })).toMatchObject({
    status: 403,
    body: { code: 'current_password_wrong', errors: [{ path: 'currentPassword' }] },
  })
  expect((await change(person, { currentPassword: undefined })).status).toBe(400)
  expect((await signIn(api, person.email)).status).toBe(200)
})

test('V6.3.1 the current password cannot be guessed: after five wrong ones there is a pause', async () => {
  const person = await createFresh()
  for (let n = 0; n < 5; n += 1) await change(person, { currentPassword: `wrong ${n}` })
  expect((await change(person)).status).toBe(429)
  api.clock.advance(16_000)
  expect((await change(person)).status).toBe(200)
})

test.each([
  ['whose password was replaced at the same moment, by a link', `password_hash = 'another'`],
  ['who was suspended at the same moment', `status = 'suspended'`],
])('nothing is changed by somebody %s', async (_, meanwhile) => {
  const person = await createFresh()
  const link = await api.database.pool.connect()
  await link.query('begin; lock table staff in share mode')
  const changed = change(person)
  await expect.poll(() => countLockWaits(api.database.pool)).toBe(1)
  await link.query(`update staff set ${meanwhile} where id = $1`, [person.id])
  await link.query('commit')
  link.release()
  expect((await changed).body.code).toBe('not_logged_in')
})

test.each([
  ['Fourteen chars', 'The password needs at least 15 characters.'],
  ['recruitment2024', 'Do not use your institution or role as the password.'],
  ['q1w2e3r4t5y6u7i8', 'This password is too common and would be guessed. Choose another one.'],
  ['aduraaduraaduraadura', 'This password is too common and would be guessed. Choose another one.'],
])('V6.2.4 V6.2.11 the new password "%s" is refused', async (password, message) => {
  const answer = await change(await createFresh(), { password })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'password', message }] } })
})

test('who has passkeys only has no password to change', async () => {
  const person = await createFresh()
  await api.database.db
    .update(staff)
    .set({ passwordHash: null, encryptedTotpSecret: null })
    .where(eq(staff.id, person.id))
  expect(await change(person)).toMatchObject({ status: 409, body: { code: 'no_password' } })
})
