import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, sessions } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { payments } from '#server/database/schema/payments.ts'
import { hashPassword } from '#server/platform/encryption/password-hashing.ts'
import { userSchema } from '#shared/api/applicant/accounts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  createApplicant,
  createNewApplicant,
  createPaidApplicant,
  createReadyApplicant,
  createUnusedAccount,
  testPassword,
} from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const logIn = (userId: unknown, password: unknown, headers = {}) =>
  api.call('POST', '/users/login', { body: { userId, password }, headers })

test('an applicant logs in with the issued user ID in any spelling and gets a token and the account', async () => {
  const { userId, email } = await createApplicant(api)
  const { status, body } = await logIn(`  ${userId.toLowerCase()} `, testPassword)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'success', success: true, statusCode: 200, data: { userId, email } })
  expect(body.token).toMatch(/^[\w-]{43}$/)
  expect((await api.call('GET', '/users/me', { token: body.token })).body.data.userId).toBe(userId)
})

test('V15.3.1 the account has exactly the fields of its contract', async () => {
  const { userId, token } = await createNewApplicant(api, {
    department: null,
    school: 'General Studies',
    middleName: '',
  })
  const { body } = await api.call('GET', '/users/me', { token })
  expect(Object.keys(body.data).sort()).toEqual(Object.keys(userSchema.shape).sort())
  expect(body.data).toMatchObject({
    userId,
    surName: 'Example',
    firstName: 'Amina',
    middleName: '',
    dateOfBirth: '1985-06-15',
    gender: 'f',
    country: 'nigeria',
    faculty: 'General Studies',
    department: '',
    nin: '',
    passChange: true,
    paymentstatus: false,
    paymentStatus: false,
    ninVerify: false,
    amount: 12_000,
    charge: 500,
    rrr: null,
    examDate: null,
    ninPassportBase64: null,
    ninPassport: null,
    passport: null,
  })
})

test('the account shows the payment, the masked NIN, links to the photos, and the exam', async () => {
  const { id, token } = await createReadyApplicant(api, {
    examDate: '2024-12-02',
    examTime: '9:00 am',
    examVenue: 'ICT Hall',
    photoFileId: '3f0f2c9e-1111-4222-8333-444455556666',
  })
  const photoFileId = '3f0f2c9e-1111-4222-8333-777788889999'
  await api.database.db.update(ninVerifications).set({ photoFileId }).where(eq(ninVerifications.accountId, id))
  const { body } = await api.call('GET', '/users/me', { token })
  expect(body.data).toMatchObject({
    nin: expect.stringMatching(/^•{7}\d{4}$/),
    paymentstatus: true,
    paymentStatus: true,
    ninVerify: true,
    examDate: '2024-12-02',
    examTime: '9:00 am',
    examVenue: 'ICT Hall',
    passport: '/api/v1/files/3f0f2c9e-1111-4222-8333-444455556666',
    ninPassport: `/api/v1/files/${photoFileId}`,
  })
  const unverified = await createReadyApplicant(api)
  await api.database.db
    .update(ninVerifications)
    .set({ outcome: 'mismatch' })
    .where(eq(ninVerifications.accountId, unverified.id))
  const { data } = (await api.call('GET', '/users/me', unverified)).body
  expect(data).toMatchObject({ nin: '', ninVerify: false, ninPassport: null })
})

test('the account shows the open RRR, not a replaced one', async () => {
  const { id, token } = await createApplicant(api)
  const other = await createApplicant(api)
  const money = { feeKobo: 1_200_000, chargeKobo: 50_000 }
  await api.database.db.insert(payments).values([
    { accountId: other.id, orderId: `${other.id}-1`, rrr: '110000000003', status: 'open', ...money },
    { accountId: id, orderId: `${id}-1`, rrr: '110000000001', status: 'superseded', ...money },
    { accountId: id, orderId: `${id}-2`, rrr: '110000000002', status: 'open', ...money },
  ])
  const { data } = (await api.call('GET', '/users/me', { token })).body
  expect(data).toMatchObject({ rrr: '110000000002', paymentstatus: false })
})

test('a payment shows in a session that started before it', async () => {
  const { id, token } = await createPaidApplicant(api)
  expect((await api.call('GET', '/users/me', { token })).body.data.paymentstatus).toBe(true)
  const [row] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  expect(row?.endedAt).toBeNull()
})

test('V6.3.8 a wrong password and an unknown user ID get the same reply', async () => {
  const { userId } = await createApplicant(api)
  const wrong = await logIn(userId, 'not the password')
  const unknown = await logIn('RE24-77777', 'not the password')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toMatchObject({ code: 'wrong_credentials', message: 'User ID or password is incorrect.' })
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
})

test('V6.3.8 an unknown user ID is refused no sooner than a wrong password', async () => {
  const { userId } = await createApplicant(api)
  const measureMs = async (name: string) => {
    const start = performance.now()
    await logIn(name, 'not the password')
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 4; round += 1) {
    known.push(await measureMs(userId))
    unknown.push(await measureMs(`RE24-6666${round}`))
  }
  // Without a dummy hash the reply would take a fraction of the time.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
})

test('empty fields are refused like any wrong login', async () => {
  const answer = await api.call('POST', '/users/login', { body: { userId: '', password: '' } })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test.each([
  ['no user ID', { password: 'x' }, 'userId', 'User ID is required.'],
  ['no password', { userId: 'RE24-00001' }, 'password', 'Password is required.'],
  ['a user ID of another type', { userId: 7, password: 'x' }, 'userId', 'User ID is required.'],
  ['a password of another type', { userId: 'RE24-00001', password: ['x'] }, 'password', 'Password is required.'],
  [
    'a password beyond the maximum length',
    { userId: 'RE24-00001', password: 'x'.repeat(201) },
    'password',
    'Password must be at most 200 characters long.',
  ],
])('%s: refused with the field, never read as empty or cut', async (_, body, path, message) => {
  const answer = await api.call('POST', '/users/login', { body })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', message, errors: [{ path, message }] } })
})

test('the password may be typed on another keyboard than the one it was chosen on', async () => {
  const chosen = 'ẹ́wà àgànyìn'
  const { userId } = await createApplicant(api)
  const passwordHash = await hashPassword(chosen.normalize('NFKC'))
  await api.database.db.update(accounts).set({ passwordHash }).where(eq(accounts.userId, userId))
  for (const typed of [chosen.normalize('NFC'), chosen.normalize('NFD')])
    expect((await logIn(userId, typed)).status).toBe(200)
  expect((await logIn(userId, 'ewa aganyin')).status).toBe(401)
})

test('a login without a body is an invalid request', async () => {
  const { status, body } = await api.call('POST', '/users/login')
  expect(status).toBe(400)
  expect(body.code).toBe('invalid_request')
})

test('V7.2.2 each login has a session and a token of its own', async () => {
  const { id, userId } = await createApplicant(api)
  const answers = [await logIn(userId, testPassword), await logIn(userId, testPassword)]
  const tokens = answers.map(({ body }) => body.token)
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
  const rows = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  expect(new Set(rows.map(({ tokenHash }) => tokenHash.toString('hex'))).size).toBe(rows.length)
})

test('V7.2.2 tokens and passwords are stored as hashes only', async () => {
  const { id, token } = await createApplicant(api)
  const [session] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  const stored = JSON.stringify([session, account])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(Buffer.from(token).toString('hex'))
  expect(stored).not.toContain(testPassword)
  expect(session?.tokenHash).toHaveLength(32)
})

test('V16.3.1 logins and refusals have audit events without the typed text', async () => {
  const { id, userId } = await createUnusedAccount(api)
  await logIn(userId, testPassword)
  await logIn(userId, 'Typed-In-Wrong-9', { 'user-agent': 'Mozilla/5.0 (Linux; Android 10) Chrome/137.0.0.0' })
  await logIn('Typed-In-Wrong-9', 'RE24-00001')
  await api.services.refusals.close()
  const events = await api.database.db.select().from(auditLog).orderBy(auditLog.id)
  expect(events.filter(({ accountId }) => accountId === id)).toMatchObject([
    { actor: 'applicant', action: 'login', network: '127.0.0.0/24' },
    { actor: 'guest', action: 'login_refused', network: '127.0.0.0/24' },
  ])
  const unknown = { actor: 'guest', action: 'login_refused', accountId: null }
  expect(events).toContainEqual(expect.objectContaining(unknown))
  expect(JSON.stringify(events)).not.toContain('Typed-In-Wrong-9')
  expect(api.log()).not.toContain('Typed-In-Wrong-9')
})

test('V6.2.10 a password is still good after years, and nobody is asked to change it', async () => {
  const { userId, password } = await createApplicant(api)
  api.clock.advance(3 * 365 * 24 * 60 * 60_000)
  const { status, body } = await logIn(userId, password)
  expect([status, body.data.passChange]).toEqual([200, false])
})

test('V7.2.3 every login gets another token, of 256 bits', async () => {
  const { userId, password } = await createApplicant(api)
  const tokens = [await logIn(userId, password), await logIn(userId, password)].map(({ body }) => String(body.token))
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  expect(tokens[0]).not.toBe(tokens[1])
})
