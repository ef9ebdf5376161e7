import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { passwordResets } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { countJobs } from '#server/platform/queue/queue.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import {
  createApplicant,
  createNewApplicant,
  type TestApplicant,
  testPassword,
} from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { issueResetCode, redeemResetCode } from './reset-code-store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const newPassword = 'seven goats dancing'
const requestReset = (body: object) => api.call('POST', '/users/forgot-password', { body })
const resetPassword = (body: object, token?: string) =>
  api.call('PATCH', '/users/update-password-user', { token, body })
const readAccount = (token: string) => api.call('GET', '/users/me', { token })
const login = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

async function readMailedCode({ email }: TestApplicant): Promise<string> {
  const readText = () =>
    api.mailbox.messages(email).find(({ subject }) => subject === 'Choose a new password')?.text ?? ''
  await expect.poll(readText).toContain('/auth/update-password?code=')
  return /update-password\?code=([\w-]+)/.exec(readText())?.[1] ?? ''
}
const issueCode = ({ id }: TestApplicant) => issueResetCode(api.database.db, id, api.clock.now())
const invalid = {
  status: 403,
  body: {
    code: 'reset_code_invalid',
    message: 'This link has expired or has been used. Ask for a new one with Forgot password.',
  },
}

describe('a forgotten password', () => {
  test('V6.4.3 V7.4.3 is replaced with the link of an email: every session ends and a new one starts', async () => {
    const applicant = await createApplicant(api)
    const { userId, email, token } = applicant
    expect((await requestReset({ userId: userId.toLowerCase(), email: email.toUpperCase() })).status).toBe(200)
    const code = await readMailedCode(applicant)

    const reset = () => resetPassword({ userId, email, password: newPassword, code })
    expect((await withoutAuditLog(api, reset)).status).toBe(500)
    const { status, body } = await reset()
    expect(status, 'once it can be recorded').toBe(200)
    expect(body).toMatchObject({ status: 'success', data: { userId, passChange: false } })
    expect((await readAccount(body.token)).status).toBe(200)
    expect((await readAccount(token)).status).toBe(401)
    expect((await login(userId, newPassword)).status).toBe(200)
  })

  test('V6.3.8 gets the same reply after the same time, whether user ID and email match or not', async () => {
    const { userId, email } = await createApplicant(api)
    const measure = async (body: object) => {
      const start = performance.now()
      const answer = await requestReset(body)
      return { status: answer.status, body: answer.body, ms: performance.now() - start }
    }
    const right = await measure({ userId, email })
    const wrongMail = await measure({ userId, email: 'somebody.else@example.org' })
    const unknown = await measure({ userId: 'RE24-77777', email })
    expect(right.status).toBe(200)
    expect(right.body.message).toBe(
      'If the user ID and the email belong together, we have sent you an email with a link (valid 30 minutes). Check spam too.',
    )
    for (const other of [wrongMail, unknown]) {
      expect(other).toMatchObject({ status: 200, body: right.body })
      expect(Math.min(other.ms, right.ms)).toBeGreaterThan(240)
    }
    await expect.poll(() => api.mailbox.messages(email)).toHaveLength(1)
    expect(api.mailbox.messages('somebody.else@example.org')).toEqual([])
  })

  test.each([
    [{ email: 'a@example.org' }, 'userId'],
    [{ userId: '  ', email: 'a@example.org' }, 'userId'],
    [{ userId: 'RE24-00001', email: 'not an email' }, 'email'],
    [{ userId: 'RE24-00001' }, 'email'],
  ])('requested with %o is refused with the name of the field', async (body, path) => {
    expect(await requestReset(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('is sent to an address that is typed in capitals, with spaces around it', async () => {
    const { userId, email } = await createApplicant(api, { email: 'Hauwa.Danjuma@example.org' })
    await requestReset({ userId, email: ' hauwa.DANJUMA@EXAMPLE.org ' })
    await expect.poll(() => api.mailbox.messages(email)).toHaveLength(1)
  })

  test('sends five emails an hour at most, and the sixth request gets the same reply', async () => {
    const { userId, email } = await createApplicant(api)
    const first = await requestReset({ userId, email })
    await Promise.all(Array.from({ length: 4 }, () => requestReset({ userId, email })))
    await expect.poll(() => api.mailbox.messages(email)).toHaveLength(5)
    const sixth = await requestReset({ userId: ` ${userId.toLowerCase()}`, email })
    expect(sixth).toMatchObject({ status: 200, body: first.body })
    expect(await countJobs(api.database.pool)).toEqual({ waiting: 0, failed: 0 })
    expect(api.mailbox.messages(email)).toHaveLength(5)
  })

  test('is not used up by requests with another email, which are answered alike without end', async () => {
    const { id, userId, email } = await createApplicant(api)
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => requestReset({ userId, email: 'somebody.else@example.org' })),
    )
    const right = await requestReset({ userId, email })
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: right.body })
    await expect.poll(() => api.mailbox.messages(email)).toHaveLength(1)
    await api.services.refusals.close()
    const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
    const refusals = events.filter(({ action }) => action === 'password_reset_refused')
    expect(refusals.map(({ detail }) => detail.count)).toEqual([undefined, 20])
  })

  test('V6.5.2 has an audit event, and its code is only in the email', async () => {
    const applicant = await createApplicant(api)
    const { id, userId, email } = applicant
    await requestReset({ userId, email })
    const code = await readMailedCode(applicant)
    await requestReset({ userId, email: 'wrong@example.org' })
    const rows = await api.database.db.select().from(passwordResets).where(eq(passwordResets.accountId, id))
    await api.services.refusals.close()
    const events = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
    expect(events.map(({ action }) => action)).toEqual(['login', 'password_reset_requested', 'password_reset_refused'])
    expect(JSON.stringify([rows, events, api.log()])).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'))
  })
})

describe('the code of a reset email', () => {
  test('V6.5.1 works once', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    expect((await resetPassword({ userId, email, password: newPassword, code })).status).toBe(200)
    // Before a password is judged.
    for (const password of ['another goat 55', 'password1'])
      expect([password, await resetPassword({ userId, email, password, code })]).toMatchObject([password, invalid])
    expect((await login(userId, newPassword)).status).toBe(200)
  })

  test('V6.5.1 works once even if it is used twice at the same time', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    const answers = await Promise.all([
      resetPassword({ userId, email, password: 'one goat alone', code }),
      resetPassword({ userId, email, password: 'two goats alone', code }),
    ])
    const [first, second] = answers.map(({ status }) => status).sort()
    expect(first).toBe(200)
    expect([403, 429]).toContain(second)
  })

  test('V6.5.1 does not work for who found it good before it was used', async () => {
    const applicant = await createApplicant(api)
    const { id, userId, email } = applicant
    const code = await issueCode(applicant)
    const use = `update password_resets set used_at = now() where account_id = '${id}'`
    const reset = () => resetPassword({ userId, email, password: newPassword, code })
    expect(await raceAtLock(api.database.url, use, [reset])).toMatchObject([invalid])
    expect((await login(userId, testPassword)).status).toBe(200)
  })

  test('V6.5.1 is redeemed once, within its time, also by who found it good before', async () => {
    const { db } = api.database
    const now = api.clock.now()
    const code = await issueResetCode(db, (await createApplicant(api)).id, now)
    const other = await issueResetCode(db, (await createApplicant(api)).id, now)
    expect(await redeemResetCode(db, code, new Date(now.getTime() + 30 * 60_000))).toBe(false)
    expect(await redeemResetCode(db, code, now)).toBe(true)
    expect(await redeemResetCode(db, code, now)).toBe(false)
    expect(await redeemResetCode(db, other, now)).toBe(true)
  })

  test('works for half an hour', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    api.clock.advance(29 * 60_000)
    expect((await resetPassword({ userId, email, password: newPassword, code })).status).toBe(200)
  })

  test('does not work after half an hour', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    api.clock.advance(31 * 60_000)
    for (const password of [newPassword, 'password1'])
      expect([password, await resetPassword({ userId, email, password, code })]).toMatchObject([password, invalid])
  })

  test('V6.6.2 works for its own account only', async () => {
    const applicant = await createApplicant(api)
    const victim = await createApplicant(api)
    const code = await issueCode(applicant)
    const { userId, email } = victim
    expect(await resetPassword({ userId, email, password: newPassword, code })).toMatchObject(invalid)
    expect(await resetPassword({ userId, email: applicant.email, password: newPassword, code })).toMatchObject(invalid)
    expect(await resetPassword({ userId: applicant.userId, email, password: newPassword, code })).toMatchObject(invalid)
  })

  test('is not used up by a refused password', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    expect(await resetPassword({ userId, email, password: 'password1', code })).toMatchObject({
      status: 400,
      body: { code: 'password_refused', errors: [{ path: 'password' }] },
    })
    expect(await resetPassword({ userId, email, password: 'short', code })).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 8 characters long.' },
    })
    expect((await resetPassword({ userId, email, password: newPassword, code })).status).toBe(200)
  })

  test('an account has ten changes with a code in an hour, so that hashes keep nobody busy', async () => {
    const applicant = await createApplicant(api)
    const { userId, email } = applicant
    const code = await issueCode(applicant)
    const reset = async () => (await resetPassword({ userId, email, password: 'password1', code })).status
    const statuses: number[] = []
    for (let tried = 0; tried < 11; tried += 1) statuses.push(await reset())
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test('V6.6.2 does not work after the password was changed in another way; one of another account does', async () => {
    const applicant = await createNewApplicant(api)
    const { userId, email, token } = applicant
    const code = await issueCode(applicant)
    const other = await createApplicant(api)
    const codeOfOther = await issueCode(other)
    await api.call('PATCH', '/users/update-password', { token, body: { password: newPassword } })
    const password = 'another goat 55'
    expect(await resetPassword({ userId, email, password, code })).toMatchObject(invalid)
    expect(
      (await resetPassword({ userId: other.userId, email: other.email, password, code: codeOfOther })).status,
    ).toBe(200)
  })

  test('V6.5.4 V6.6.3 cannot be guessed or omitted', async () => {
    const { userId, email } = await createApplicant(api)
    expect(await resetPassword({ userId, email, password: newPassword, code: 'A'.repeat(43) })).toMatchObject(invalid)
    expect(await resetPassword({ userId, email, password: newPassword })).toMatchObject(invalid)
    expect(await resetPassword({ userId, email, password: newPassword, code: '' })).toMatchObject(invalid)
  })
})

test('V6.6.3 reset requests are also limited per network, to sixty an hour of each kind', async () => {
  const body = { userId: 'RE24-44444', email: 'nobody@example.org', password: newPassword }
  for (const call of [requestReset, resetPassword]) {
    await call(body)
    await api.database.db.execute(
      sql`update rate_limits set points = 59 where key ~ '^(forgotPassword|updatePasswordByCode)_network:'`,
    )
    expect((await call(body)).status).not.toBe(429)
    expect((await call(body)).status).toBe(429)
    await api.database.db.execute(sql`delete from rate_limits`)
  }
})

describe('without a code', () => {
  test('the fuller form works in the session of the same account while its initial password is in use', async () => {
    const { userId, email, token } = await createNewApplicant(api)
    const { status, body } = await resetPassword({ userId, email, password: newPassword }, token)
    expect(status).toBe(200)
    expect((await readAccount(body.token)).body.data.passChange).toBe(false)
  })

  test('V6.3.4 it does not work for another account, with another email or after a change', async () => {
    const newcomer = await createNewApplicant(api)
    const other = await createNewApplicant(api)
    const changed = await createApplicant(api)
    const createRequest = ({ userId, email }: TestApplicant) => ({ userId, email, password: newPassword })
    expect(await resetPassword(createRequest(other), newcomer.token)).toMatchObject(invalid)
    expect(await resetPassword({ ...createRequest(newcomer), email: other.email }, newcomer.token)).toMatchObject(
      invalid,
    )
    expect(await resetPassword(createRequest(changed), changed.token)).toMatchObject(invalid)
    expect(await resetPassword(createRequest(newcomer), 'A'.repeat(43))).toMatchObject(invalid)
  })
})
