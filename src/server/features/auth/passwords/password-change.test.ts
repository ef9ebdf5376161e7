import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, auditLog } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aNewApplicant, anApplicant, logIn, testPassword } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const chosen = 'seven goats dancing'
const change = (token: string | undefined, body: object) => api.call('PATCH', '/users/update-password', { token, body })
const me = (token: string) => api.call('GET', '/users/me', { token })
const login = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

describe('the first password', () => {
  test('is changed with nothing but the new one; the answer is a new session', async () => {
    const { userId, token } = await aNewApplicant(api)
    const { status, body } = await change(token, { password: chosen })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', data: { userId, passChange: false } })
    expect(body.token).not.toBe(token)
    expect((await me(body.token)).body.data.passChange).toBe(false)
    expect((await me(token)).status).toBe(401)
    expect((await login(userId, testPassword)).status).toBe(401)
    expect((await login(userId, chosen)).status).toBe(200)
  })

  test('may not stay: it is refused as the new one', async () => {
    const { token } = await aNewApplicant(api)
    expect(await change(token, { password: testPassword })).toMatchObject({
      status: 400,
      body: {
        code: 'password_refused',
        message: 'Choose another password than the one you were given.',
        errors: [{ path: 'password', message: 'Choose another password than the one you were given.' }],
      },
    })
  })

  test('keeps everything else shut but reading the account and logging out', async () => {
    const { token } = await aNewApplicant(api)
    expect((await api.call('PATCH', '/users/photo', { token, body: { passport: 'x' } })).status).toBe(403)
    expect((await me(token)).status).toBe(200)
    expect((await api.call('POST', '/users/logout', { token })).status).toBe(200)
  })
})

describe('a password that was changed before', () => {
  test('is changed with the current one, and every other session ends', async () => {
    const { userId, token } = await anApplicant(api)
    const elsewhere = await logIn(api, userId)
    const { status, body } = await change(token, { password: chosen, currentPassword: testPassword })
    expect(status).toBe(200)
    expect((await me(elsewhere)).status).toBe(401)
    expect((await me(token)).status).toBe(401)
    expect((await me(body.token)).status).toBe(200)
  })

  test('is not changed without the current one, nor with a wrong one', async () => {
    const { userId, token } = await anApplicant(api)
    const refused = (message: string) => ({
      status: 403,
      body: { code: 'current_password_wrong', message, errors: [{ path: 'currentPassword', message }] },
    })
    expect(await change(token, { password: chosen })).toMatchObject(refused('Enter your current password.'))
    expect(await change(token, { password: chosen, currentPassword: 'wrong' })).toMatchObject(
      refused('Your current password is not correct.'),
    )
    expect((await me(token)).status).toBe(200)
    expect((await login(userId, testPassword)).status).toBe(200)
  })

  test('cannot be found out by trying: after five wrong ones comes a pause', async () => {
    const { token } = await anApplicant(api)
    for (let tried = 0; tried < 5; tried += 1)
      expect((await change(token, { password: chosen, currentPassword: `guess ${tried}` })).status).toBe(403)
    const { status, headers } = await change(token, { password: chosen, currentPassword: testPassword })
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
  const { token } = await aNewApplicant(api)
  expect(await change(token, body)).toMatchObject({
    status: 400,
    body: { message, errors: [{ path: 'password', message }] },
  })
  expect((await me(token)).body.data.passChange).toBe(true)
})

test('without a session no password is changed', async () => {
  expect((await change(undefined, { password: chosen })).status).toBe(401)
})

test('of two changes at once one is made, and both sessions before it are gone', async () => {
  const { userId, token } = await aNewApplicant(api)
  const answers = await Promise.all([
    change(token, { password: 'nine goats dancing' }),
    change(token, { password: 'eleven goats dancing' }),
  ])
  const changed = answers.flatMap(({ status, body }, index) => (status === 200 ? [{ index, token: body.token }] : []))
  expect(changed).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 401, body: { code: 'session_ended' } })
  expect((await me(changed[0]!.token)).status).toBe(200)
  expect((await login(userId, changed[0]!.index === 0 ? 'nine goats dancing' : 'eleven goats dancing')).status).toBe(
    200,
  )
})

test('the owner is told by mail, and the change is recorded', async () => {
  const { id, userId, email, token } = await aNewApplicant(api)
  await change(token, { password: chosen })
  await expect.poll(() => api.mailbox.messages(email)).toHaveLength(1)
  const [letter] = api.mailbox.messages(email)
  expect(letter).toMatchObject({ subject: 'Your password was changed', text: expect.stringContaining(userId) })
  expect(letter?.text).not.toContain(chosen)
  const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
  expect(deeds.map(({ action }) => action)).toEqual(['login', 'password_changed'])
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  expect(JSON.stringify([account, deeds, api.log()])).not.toContain(chosen)
})
