import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { ninVerifications } from '#server/database/schema/nin.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { sections } from '#shared/application/sections.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

const readOwn = ({ token }: Pick<TestApplicant, 'token'>, query = '') =>
  api.call('GET', `/applications/my${query}`, { token })
const readSnapshot = (applicant: Pick<TestApplicant, 'token'>) => readOwn(applicant, '?include=snapshot')

async function createSubmitted(facts: Parameters<typeof createReadyApplicant>[1] = {}) {
  const applicant = await createReadyApplicant(api, facts)
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  const { body } = await api.call('POST', '/applications/', { token: applicant.token, body: answers })
  return { applicant, answers, number: body.data.applicationId as string }
}

type Changes = Partial<typeof applications.$inferInsert>
const decide = ({ id }: TestApplicant, changes: Changes) =>
  api.database.db.update(applications).set(changes).where(eq(applications.accountId, id))

test('an applicant reads the own application: number, decision, tables, account and answers', async () => {
  const { applicant, answers, number } = await createSubmitted()
  const { status, body } = await readSnapshot(applicant)
  expect(status).toBe(200)
  expect(contracts.myApplication.reply.parse(body)).toEqual(body)
  const { shown, nin, ...rest } = body.data
  expect(rest).toEqual({
    applicationId: number,
    submittedAt: expect.stringMatching(/Z$/),
    slipCode: expect.any(String),
    isVerified: false,
    cbtResult: null,
    interviewResult: null,
    rejectionReasons: [],
    userId: applicant.userId,
    surName: 'Example',
    firstName: 'Amina',
    middleName: 'Bola',
    email: applicant.email,
    gender: 'f',
    phone: '08011112222',
    dateOfBirth: '1985-06-15',
    lga: 'Ijebu Ode',
    state: 'ogun',
    country: 'nigeria',
    faculty: 'Technology',
    department: 'Computer Science',
    role: 'Lecturer II',
    ninPassportBase64: null,
    ninPassport: null,
    passport: null,
    ...answers,
  })
  expect(nin).toMatch(/^•{7}\d{4}$/)
  expect(shown.map(({ title }: { title: string }) => title)).toEqual([
    'Personal details',
    ...Object.entries(sections)
      .filter(([name]) => name !== 'placeOfBirth')
      .map(([, { title }]) => title),
  ])
})

test('the tables are sent only when they are asked for', async () => {
  const { applicant } = await createSubmitted()
  const [lean, snapshot] = [await readOwn(applicant), await readSnapshot(applicant)]
  const { shown, ...rest } = snapshot.body.data
  expect(shown).toContainEqual(expect.objectContaining({ title: 'Referees' }))
  expect([lean.status, lean.body.data]).toEqual([200, rest])
  const { status, body } = await readOwn(applicant, '?include=everything')
  expect([status, body.errors[0].path]).toEqual([400, 'include'])
})

test('photos are links', async () => {
  const { applicant } = await createSubmitted()
  const photoFileId = await insertFileRow(api, applicant.id, 'image/jpeg')
  const ninPhotoFileId = await insertFileRow(api, applicant.id, 'image/jpeg')
  await decide(applicant, { photoFileId, ninPhotoFileId })
  const { body } = await readOwn(applicant)
  expect([body.data.passport, body.data.ninPassport]).toEqual([getFileUrl(photoFileId), getFileUrl(ninPhotoFileId)])
})

test('a role without a department has an empty one', async () => {
  const { applicant } = await createSubmitted({
    school: 'General Studies',
    department: null,
    role: 'Lecturer II Mathematics',
  })
  expect((await readOwn(applicant)).body.data).toMatchObject({ faculty: 'General Studies', department: '' })
})

test('the tables stay as they were at the submission when the account changes', async () => {
  const { applicant } = await createSubmitted()
  const before = (await readSnapshot(applicant)).body.data.shown
  await api.database.db.update(accounts).set({ surname: 'Changed' }).where(eq(accounts.id, applicant.id))
  const { body } = await readSnapshot(applicant)
  expect(body.data.surName).toBe('Changed')
  expect(body.data.shown).toEqual(before)
})

describe('a decision', () => {
  const publishedAt = '2024-12-16T09:00:00.000Z'

  test('verified, with its results', async () => {
    const { applicant } = await createSubmitted()
    const cbtResult = { score: 71, maximum: 100, remark: 'Pass', publishedAt }
    const interviewResult = { score: 64.5, maximum: 80, publishedAt }
    await decide(applicant, { decision: 'verified', cbtResult, interviewResult })
    const { body } = await readOwn(applicant)
    expect(body.data).toMatchObject({ isVerified: true, cbtResult, interviewResult, rejectionReasons: [] })
    expect(body.data.interviewResult).not.toHaveProperty('remark')
  })

  test('rejected, with its reasons', async () => {
    const { applicant } = await createSubmitted()
    const rejectionReasons = [{ type: 'Document', reason: 'The scan cannot be read.' }]
    await decide(applicant, { decision: 'rejected', rejectionReasons })
    expect((await readOwn(applicant)).body.data).toMatchObject({ isVerified: false, rejectionReasons })
  })

  test('still open, without the reasons that staff have noted', async () => {
    const { applicant } = await createSubmitted()
    await decide(applicant, { rejectionReasons: [{ type: 'Document', reason: 'Perhaps forged?' }] })
    expect((await readOwn(applicant)).body.data.rejectionReasons).toEqual([])
  })
})

describe('there is nothing to read', () => {
  test('while nothing was submitted: 404 in status and body', async () => {
    const { status, body } = await readOwn(await createReadyApplicant(api))
    expect([status, body.statusCode, body.code]).toEqual([404, 404, 'no_application'])
    expect(body.message).toBe('No application found for this user.')
  })

  test('of another account', async () => {
    await createSubmitted()
    expect((await readOwn(await createApplicant(api))).status).toBe(404)
  })

  test('without a session, and before the password is changed', async () => {
    expect((await api.call('GET', '/applications/my')).status).toBe(401)
    const { body } = await readOwn(await createApplicant(api, { mustChangePassword: true }))
    expect(body.code).toBe('must_change_password')
  })
})

test('V14.2.6 V15.3.1 the NIN is masked, and internal columns are not sent', async () => {
  const { applicant } = await createSubmitted()
  const { body } = await readOwn(applicant)
  const [row] = await api.database.db
    .select()
    .from(ninVerifications)
    .where(eq(ninVerifications.accountId, applicant.id))
  const nin = createEncryption(api.config.secretKeys).decrypt(row?.encryptedNin ?? Buffer.alloc(0))
  expect(body.data.nin).toBe(nin.slice(-4).padStart(11, '•'))
  expect(JSON.stringify(body).includes(nin)).toBe(false)
  for (const name of ['id', 'accountId', 'exerciseId', 'decision', 'answersDigest', 'encryptedNin', 'photoFileId'])
    expect(body.data).not.toHaveProperty(name)
})

test('V8.2.3 V15.3.1 a stored value that the contract does not name is not sent', async () => {
  const { applicant, answers } = await createSubmitted()
  const result = { score: 71, maximum: 100, publishedAt: '2024-12-16T09:00:00.000Z', leak: 'secret' }
  await decide(applicant, {
    answers: { ...answers, leak: 'secret' } as typeof answers,
    decision: 'rejected',
    cbtResult: result,
    interviewResult: result,
    rejectionReasons: [{ type: 'Document', reason: 'The scan cannot be read.', leak: 'secret' }] as never,
  })
  expect(JSON.stringify((await readOwn(applicant)).body.data)).not.toContain('leak')
})
