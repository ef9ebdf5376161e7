import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { passwordChangeLimiter } from '#server/platform/encryption/password-hashing.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { createApplicant, createNewApplicant, logIn, testPassword } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const newPassword = 'seven goats dancing'
const changePassword = (token: string | undefined, body: object) =>
  api.call('PATCH', '/users/update-password', { token, body })
const readAccount = (token: string) => api.call('GET', '/users/me', { token })
const login = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

describe('the initial password', () => {
  test('V6.2.2 V7.2.4 is changed with only the new one, and the reply is a new session', async () => {
    const { userId, token } = await createNewApplicant(api)
    const change = () => changePassword(token, { password: newPassword })
    expect((await withoutAuditLog(api, change)).status).toBe(500)
    const { status, body } = await change()
    expect(status, 'once it can be recorded').toBe(200)
    expect(body).toMatchObject({ status: 'success', data: { userId, passChange: false } })
    expect(body.token).not.toBe(token)
    expect((await readAccount(body.token)).body.data.passChange).toBe(false)
    expect((await readAccount(token)).status).toBe(401)
    expect((await login(userId, testPassword)).status).toBe(401)
    expect((await login(userId, newPassword)).status).toBe(200)
  })

  test('is refused as the new password', async () => {
    const { token } = await createNewApplicant(api)
    expect(await changePassword(token, { password: testPassword })).toMatchObject({
      status: 400,
      body: {
        code: 'password_refused',
        message: 'Choose another password than the one you were given.',
        errors: [{ path: 'password', message: 'Choose another password than the one you were given.' }],
      },
    })
  })

  test('V8.2.1 gives access only to the account and to logout', async () => {
    const { token } = await createNewApplicant(api)
    expect((await api.call('PATCH', '/users/photo', { token, body: { passport: 'x' } })).status).toBe(403)
    expect((await readAccount(token)).status).toBe(200)
    expect((await api.call('POST', '/users/logout', { token })).status).toBe(200)
  })
})

describe('a password that was changed before', () => {
  test('V6.2.2 V7.2.4 V7.4.3 is changed with the current one, and every other session ends', async () => {
    const { userId, token } = await createApplicant(api)
    const elsewhere = await logIn(api, userId)
    const { status, body } = await changePassword(token, { password: newPassword, currentPassword: testPassword })
    expect(status).toBe(200)
    expect((await readAccount(elsewhere)).status).toBe(401)
    expect((await readAccount(token)).status).toBe(401)
    expect((await readAccount(body.token)).status).toBe(200)
  })

  test('V6.2.3 is not changed without the current one or with a wrong one', async () => {
    const { userId, token } = await createApplicant(api)
    const createRefusal = (message: string) => ({
      status: 403,
      body: { code: 'current_password_wrong', message, errors: [{ path: 'currentPassword', message }] },
    })
    expect(await changePassword(token, { password: newPassword })).toMatchObject(
      createRefusal('Enter your current password.'),
    )
    expect(await changePassword(token, { password: newPassword, currentPassword: 'wrong' })).toMatchObject(
      createRefusal('Your current password is not correct.'),
    )
    expect((await readAccount(token)).status).toBe(200)
    expect((await login(userId, testPassword)).status).toBe(200)
  })

  test('V6.3.4 cannot be guessed: after five wrong ones there is a pause', async () => {
    const { token } = await createApplicant(api)
    for (let tried = 0; tried < 5; tried += 1)
      expect((await changePassword(token, { password: newPassword, currentPassword: `guess ${tried}` })).status).toBe(
        403,
      )
    const { status, headers } = await changePassword(token, { password: newPassword, currentPassword: testPassword })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(10)
  })
})

test.each([
  [{}, 'Password is required.'],
  [{ password: 'short' }, 'Password must be at least 8 characters long.'],
  [{ password: 'x'.repeat(201) }, 'Password must be at most 200 characters long.'],
  [{ password: 'password123' }, 'This password is too common and would be guessed. Choose another one.'],
  [{ password: 'Example-Amina' }, 'Do not use your name as the password.'],
])('the new password %o is refused: %s', async (body, message) => {
  const { token } = await createNewApplicant(api)
  expect(await changePassword(token, body)).toMatchObject({
    status: 400,
    body: { message, errors: [{ path: 'password', message }] },
  })
  expect((await readAccount(token)).body.data.passChange).toBe(true)
})

test.each([
  [
    'full-width characters of a common password',
    'ｐａｓｓｗｏｒｄ１',
    'This password is too common and would be guessed. Choose another one.',
  ],
  ['four characters with four accents', 'e\u0301a\u0301o\u0301i\u0301', 'Password must be at least 8 characters long.'],
  ['four pictures', '🌳🌳🌳🌳', 'Password must be at least 8 characters long.'],
  ['full-width characters of the own names', 'Ｅｘａｍｐｌｅ Amina Bola 1', 'Do not use your name as the password.'],
  [
    'the words of the exercise and the post',
    'Technology Computer Science Lecturer 2024',
    'Do not use your institution or post as the password.',
  ],
])('V6.2.1 V6.2.4 %s are measured and compared as they are hashed', async (_what, password, message) => {
  const { token } = await createNewApplicant(api)
  expect(await changePassword(token, { password })).toMatchObject({
    status: 400,
    body: { message, errors: [{ path: 'password', message }] },
  })
})

test('while a password is changed, another change of that account is refused', async () => {
  const [one, other] = [await createNewApplicant(api), await createNewApplicant(api)]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const running = passwordChangeLimiter.run(() => released, { key: one.id })
  expect(await changePassword(one.token, { password: newPassword })).toMatchObject({ status: 429 })
  expect(await changePassword(other.token, { password: newPassword })).toMatchObject({ status: 200 })
  release()
  await running
  expect(await changePassword(one.token, { password: newPassword })).toMatchObject({ status: 200 })
})

test('V6.2.8 V6.2.9 a password of 200 characters counts to its last one, and spaces and capitals count', async () => {
  const { userId, token } = await createNewApplicant(api)
  const password = ` Seven goats ${'x'.repeat(186)} `
  expect(password).toHaveLength(200)
  expect((await changePassword(token, { password })).status).toBe(200)
  for (const other of [password.trim(), password.toLowerCase(), password.slice(0, 199), `${password.slice(0, 199)}.`])
    expect((await login(userId, other)).status).toBe(401)
  expect((await login(userId, password)).status).toBe(200)
})

test('a current password that is too long is refused with its field', async () => {
  const { token } = await createApplicant(api)
  const message = 'Password must be at most 200 characters long.'
  expect(await changePassword(token, { password: newPassword, currentPassword: 'x'.repeat(201) })).toMatchObject({
    status: 400,
    body: { message, errors: [{ path: 'currentPassword', message }] },
  })
})

test('an account may try to change its password ten times an hour, and then nothing is hashed', async () => {
  const { token } = await createNewApplicant(api)
  const statuses: number[] = []
  for (let tried = 0; tried < 11; tried += 1)
    statuses.push((await changePassword(token, { password: testPassword })).status)
  expect(statuses).toEqual([...Array(10).fill(400), 429])
  const refused = await changePassword(token, { password: newPassword })
  expect(refused.body.message).toBe('Too many attempts. Wait 60 minutes and try again.')
})

test('a password cannot be changed without a session', async () => {
  expect((await changePassword(undefined, { password: newPassword })).status).toBe(401)
})

test('of two changes at the same time one succeeds, and the session before them has ended', async () => {
  const { userId, token } = await createNewApplicant(api)
  const answers = await Promise.all([
    changePassword(token, { password: 'nine goats dancing' }),
    changePassword(token, { password: 'eleven goats dancing' }),
  ])
  const changed = answers.flatMap(({ status, body }, index) => (status === 200 ? [{ index, token: body.token }] : []))
  expect(changed).toHaveLength(1)
  // Refused before anything is hashed, or after the session that sent it has ended.
  expect([401, 429]).toContain(answers.find(({ status }) => status !== 200)?.status)
  expect((await readAccount(changed[0]!.token)).status).toBe(200)
  expect((await login(userId, changed[0]!.index === 0 ? 'nine goats dancing' : 'eleven goats dancing')).status).toBe(
    200,
  )
})

test('a change on another server, decided by a password that was replaced meanwhile, replaces nothing', async () => {
  const { id, token } = await createApplicant(api)
  const replace = `update accounts set password_hash = password_hash || ' of another' where id = '${id}'`
  const [answer] = await raceAtLock(api.database.url, replace, [
    () => changePassword(token, { password: newPassword, currentPassword: testPassword }),
  ])
  expect(answer).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  expect((await readAccount(token)).status).toBe(200)
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  expect(account?.passwordHash).toMatch(/ of another$/)
})

test('an initial password whose session another change has ended meanwhile is told so, and asked for no current one', async () => {
  const { token } = await createNewApplicant(api)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const late = request(`${api.url}/api/v1/users/update-password`, { method: 'PATCH', headers })
  late.write('{"password":')
  expect((await changePassword(token, { password: newPassword })).status).toBe(200)
  late.end('"eleven goats dancing"}')
  const [answer] = await once(late, 'response')
  expect(await json(answer)).toMatchObject({ statusCode: 401, code: 'session_ended' })
})

test('V6.3.7 V16.3.1 the owner gets an email, and the change has an audit event', async () => {
  const { id, userId, email, token } = await createNewApplicant(api)
  await changePassword(token, { password: newPassword })
  await expect.poll(() => api.mailbox.messages(email)).toHaveLength(1)
  const [message] = api.mailbox.messages(email)
  expect(message).toMatchObject({ subject: 'Your password was changed', text: expect.stringContaining(userId) })
  expect(message?.text).not.toContain(newPassword)
  const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(events.map(({ action }) => action)).toEqual(['login', 'password_changed'])
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  expect(JSON.stringify([account, events, api.log()])).not.toContain(newPassword)
})
