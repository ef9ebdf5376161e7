import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, auditLog, ninVerifications, payments, sessions } from '#server/platform/database/schema/schema.ts'
import { user } from '#shared/api/accounts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  aNewApplicant,
  anApplicant,
  aPaidApplicant,
  aReadyApplicant,
  testPassword,
} from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const logIn = (userId: unknown, password: unknown, headers = {}) =>
  api.call('POST', '/users/login', { body: { userId, password }, headers })

test('an applicant logs in with the issued user ID in any spelling and gets a token and the account', async () => {
  const { userId, email } = await anApplicant(api)
  const { status, body } = await logIn(`  ${userId.toLowerCase()} `, testPassword)
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'success', success: true, statusCode: 200, data: { userId, email } })
  expect(body.token).toMatch(/^[\w-]{43}$/)
  expect((await api.call('GET', '/users/me', { token: body.token })).body.data.userId).toBe(userId)
})

test('the account is told field by field, and nothing else of it', async () => {
  const { userId, token } = await aNewApplicant(api, { department: null, school: 'General Studies', middleName: '' })
  const { body } = await api.call('GET', '/users/me', { token })
  expect(Object.keys(body.data).sort()).toEqual(Object.keys(user.shape).sort())
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

test('what the applicant has reached is told: the payment, the NIN masked, the photos as links, the exam', async () => {
  const { id, token } = await aReadyApplicant(api, {
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
})

test('the open RRR is told, one that was replaced is not', async () => {
  const { id, token } = await anApplicant(api)
  const money = { feeKobo: 1_200_000, chargeKobo: 50_000 }
  await api.database.db.insert(payments).values([
    { accountId: id, orderId: `${id}-1`, rrr: '110000000001', status: 'superseded', ...money },
    { accountId: id, orderId: `${id}-2`, rrr: '110000000002', status: 'open', ...money },
  ])
  expect((await api.call('GET', '/users/me', { token })).body.data.rrr).toBe('110000000002')
})

test('paying is seen by the session that is open already', async () => {
  const { id, token } = await aPaidApplicant(api)
  expect((await api.call('GET', '/users/me', { token })).body.data.paymentstatus).toBe(true)
  const [row] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  expect(row?.endedAt).toBeNull()
})

test('a wrong password and an unknown user ID are refused with the same words', async () => {
  const { userId } = await anApplicant(api)
  const wrong = await logIn(userId, 'not the password')
  const unknown = await logIn('RE24-77777', 'not the password')
  expect(wrong.status).toBe(401)
  expect(wrong.body).toMatchObject({ code: 'wrong_credentials', message: 'User ID or password is incorrect.' })
  expect(unknown).toMatchObject({ status: wrong.status, body: wrong.body })
})

test('an unknown user ID is refused no sooner than a wrong password', async () => {
  const { userId } = await anApplicant(api)
  const timed = async (name: string) => {
    const start = performance.now()
    await logIn(name, 'not the password')
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 4; round += 1) {
    known.push(await timed(userId))
    unknown.push(await timed(`RE24-6666${round}`))
  }
  // A hash costs several times what all the rest of a refusal does; without one the fastest would stand out.
  expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2)
})

test.each([
  ['empty fields', { userId: '', password: '' }],
  ['no fields', {}],
  ['fields that are no text', { userId: 7, password: ['x'] }],
  ['a password longer than any', { userId: 'RE24-00001', password: 'x'.repeat(5_000) }],
])('%s are refused like any wrong login', async (_, body) => {
  const answer = await api.call('POST', '/users/login', { body })
  expect(answer).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } })
})

test('a login without a body is told what is missing', async () => {
  const { status, body } = await api.call('POST', '/users/login')
  expect(status).toBe(400)
  expect(body.code).toBe('invalid_request')
})

test('tokens and passwords are kept as hashes only', async () => {
  const { id, token } = await anApplicant(api)
  const [session] = await api.database.db.select().from(sessions).where(eq(sessions.accountId, id))
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  const stored = JSON.stringify([session, account])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(Buffer.from(token).toString('hex'))
  expect(stored).not.toContain(testPassword)
  expect(session?.tokenHash).toHaveLength(32)
})

test('logins and refusals are recorded, without what was typed', async () => {
  const { id, userId } = await anApplicant(api)
  await logIn(userId, 'Typed-In-Wrong-9', { 'user-agent': 'Mozilla/5.0 (Linux; Android 10) Chrome/137.0.0.0' })
  await logIn('Typed-In-Wrong-9', 'RE24-00001')
  const deeds = await api.database.db.select().from(auditLog).orderBy(auditLog.id)
  expect(deeds.filter(({ accountId }) => accountId === id)).toMatchObject([
    { actor: 'applicant', action: 'login' },
    { actor: 'guest', action: 'login_refused' },
  ])
  expect(deeds.at(-1)).toMatchObject({ actor: 'guest', action: 'login_refused', accountId: null })
  expect(JSON.stringify(deeds)).not.toContain('Typed-In-Wrong-9')
  expect(api.log()).not.toContain('Typed-In-Wrong-9')
})
