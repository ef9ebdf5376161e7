import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog, passwordResets } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aNewApplicant, anApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { issueCode } from './reset-codes.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const chosen = 'seven goats dancing'
const forgot = (body: object) => api.call('POST', '/users/forgot-password', { body })
const reset = (body: object, token?: string) => api.call('PATCH', '/users/update-password-user', { token, body })
const me = (token: string) => api.call('GET', '/users/me', { token })
const login = (userId: string, password: string) => api.call('POST', '/users/login', { body: { userId, password } })

async function mailedCode({ email }: TestApplicant): Promise<string> {
  const link = () => api.mailbox.messages(email).find(({ subject }) => subject === 'Choose a new password')?.text ?? ''
  await expect.poll(link).toContain('/auth/update-password?code=')
  return /update-password\?code=([\w-]+)/.exec(link())?.[1] ?? ''
}
const aCode = ({ id }: TestApplicant) => issueCode(api.database.db, id, api.clock.now())
const invalid = {
  status: 403,
  body: {
    code: 'reset_code_invalid',
    message: 'This link has expired or has been used. Ask for a new one with Forgot password.',
  },
}

describe('a forgotten password', () => {
  test('is replaced by the link of a mail: every session ends and a new one begins', async () => {
    const applicant = await anApplicant(api)
    const { userId, email, token } = applicant
    expect((await forgot({ userId: userId.toLowerCase(), email: email.toUpperCase() })).status).toBe(200)
    const code = await mailedCode(applicant)

    const { status, body } = await reset({ userId, email, password: chosen, code })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', data: { userId, passChange: false } })
    expect((await me(body.token)).status).toBe(200)
    expect((await me(token)).status).toBe(401)
    expect((await login(userId, chosen)).status).toBe(200)
  })

  test('is answered alike and after the same time, whether user ID and email belong together or not', async () => {
    const { userId, email } = await anApplicant(api)
    const timed = async (body: object) => {
      const start = performance.now()
      const answer = await forgot(body)
      return { status: answer.status, body: answer.body, ms: performance.now() - start }
    }
    const right = await timed({ userId, email })
    const wrongMail = await timed({ userId, email: 'somebody.else@example.org' })
    const unknown = await timed({ userId: 'RE24-77777', email })
    expect(right.status).toBe(200)
    expect(right.body.message).toBe('If the user ID and the email belong together, a mail with a link is on its way.')
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
  ])('asked for with %o is refused by name of the field', async (body, path) => {
    expect(await forgot(body)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })

  test('can be asked for five times an hour, whether the account exists or not', async () => {
    const body = { userId: 'RE24-55555', email: 'nobody@example.org' }
    await Promise.all(Array.from({ length: 5 }, () => forgot(body)))
    const sixth = await forgot({ ...body, userId: ' re24-55555' })
    expect(sixth).toMatchObject({ status: 429, body: { message: 'Too many attempts. Wait a while and try again.' } })
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(3000)
  })

  test('leaves a record, and its code nowhere but in the mail', async () => {
    const applicant = await anApplicant(api)
    const { id, userId, email } = applicant
    await forgot({ userId, email })
    const code = await mailedCode(applicant)
    await forgot({ userId, email: 'wrong@example.org' })
    const rows = await api.database.db.select().from(passwordResets).where(eq(passwordResets.accountId, id))
    const deeds = await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, id))
    expect(deeds.map(({ action }) => action)).toEqual(['login', 'password_reset_asked', 'password_reset_refused'])
    expect(JSON.stringify([rows, deeds, api.log()])).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'))
  })
})

describe('the code of a reset mail', () => {
  test('works once', async () => {
    const applicant = await anApplicant(api)
    const { userId, email } = applicant
    const code = await aCode(applicant)
    expect((await reset({ userId, email, password: chosen, code })).status).toBe(200)
    expect(await reset({ userId, email, password: 'another goat 55', code })).toMatchObject(invalid)
    expect((await login(userId, chosen)).status).toBe(200)
  })

  test('works once even if it comes twice at the same time', async () => {
    const applicant = await anApplicant(api)
    const { userId, email } = applicant
    const code = await aCode(applicant)
    const answers = await Promise.all([
      reset({ userId, email, password: 'one goat alone', code }),
      reset({ userId, email, password: 'two goats alone', code }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test('works for half an hour', async () => {
    const applicant = await anApplicant(api)
    const { userId, email } = applicant
    const [early, late] = [await aCode(applicant), await aCode(applicant)]
    api.clock.advance(29 * 60_000)
    expect((await reset({ userId, email, password: chosen, code: early })).status).toBe(200)
    api.clock.advance(2 * 60_000)
    expect(await reset({ userId, email, password: chosen, code: late })).toMatchObject(invalid)
  })

  test('is good for its own account only', async () => {
    const applicant = await anApplicant(api)
    const victim = await anApplicant(api)
    const code = await aCode(applicant)
    const { userId, email } = victim
    expect(await reset({ userId, email, password: chosen, code })).toMatchObject(invalid)
    expect(await reset({ userId, email: applicant.email, password: chosen, code })).toMatchObject(invalid)
    expect(await reset({ userId: applicant.userId, email, password: chosen, code })).toMatchObject(invalid)
  })

  test('is not used up by a password that is refused', async () => {
    const applicant = await anApplicant(api)
    const { userId, email } = applicant
    const code = await aCode(applicant)
    expect(await reset({ userId, email, password: 'password1', code })).toMatchObject({
      status: 400,
      body: { code: 'password_refused', errors: [{ path: 'password' }] },
    })
    expect(await reset({ userId, email, password: 'short', code })).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 8 characters long.' },
    })
    expect((await reset({ userId, email, password: chosen, code })).status).toBe(200)
  })

  test('is worth nothing once the password was changed another way', async () => {
    const applicant = await aNewApplicant(api)
    const { userId, email, token } = applicant
    const code = await aCode(applicant)
    await api.call('PATCH', '/users/update-password', { token, body: { password: chosen } })
    expect(await reset({ userId, email, password: 'another goat 55', code })).toMatchObject(invalid)
  })

  test('cannot be guessed or left out', async () => {
    const { userId, email } = await anApplicant(api)
    expect(await reset({ userId, email, password: chosen, code: 'A'.repeat(43) })).toMatchObject(invalid)
    expect(await reset({ userId, email, password: chosen })).toMatchObject(invalid)
    expect(await reset({ userId, email, password: chosen, code: '' })).toMatchObject(invalid)
  })
})

test('reset calls are counted by network too, and a café has sixty an hour of each', async () => {
  const body = { userId: 'RE24-44444', email: 'nobody@example.org', password: chosen }
  for (const call of [forgot, reset]) {
    await call(body)
    await api.database.db.execute(sql`update rate_limits set points = 59 where key ~ '^reset_(asked|used):'`)
    expect((await call(body)).status).not.toBe(429)
    expect((await call(body)).status).toBe(429)
    await api.database.db.execute(sql`delete from rate_limits`)
  }
})

describe('without a code', () => {
  test('the fuller form works in the session of that very account while its first password stands', async () => {
    const { userId, email, token } = await aNewApplicant(api)
    const { status, body } = await reset({ userId, email, password: chosen }, token)
    expect(status).toBe(200)
    expect((await me(body.token)).body.data.passChange).toBe(false)
  })

  test('it works for no other account, with no other email and after no change', async () => {
    const beginner = await aNewApplicant(api)
    const other = await aNewApplicant(api)
    const changed = await anApplicant(api)
    const asked = ({ userId, email }: TestApplicant) => ({ userId, email, password: chosen })
    expect(await reset(asked(other), beginner.token)).toMatchObject(invalid)
    expect(await reset({ ...asked(beginner), email: other.email }, beginner.token)).toMatchObject(invalid)
    expect(await reset(asked(changed), changed.token)).toMatchObject(invalid)
    expect(await reset(asked(beginner), 'A'.repeat(43))).toMatchObject(invalid)
  })
})
