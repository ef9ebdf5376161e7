import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { contracts } from '#shared/api/applicant/contracts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
  type TestApplicant,
} from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  // Somebody else has done everything already.
  await changePassword(await createSubmitted())
})
afterAll(() => api.close())

const isoMoment = expect.stringMatching(/Z$/)
async function readSummary({ token }: TestApplicant) {
  const { status, body } = await api.call('GET', '/applications/my/summary', { token })
  expect(status).toBe(200)
  expect(contracts.applicationSummary.reply.parse(body)).toEqual(body)
  return body.data
}
async function createSubmitted() {
  const applicant = await createReadyApplicant(api)
  const answers = createCompleteAnswers(getFileUrl(await insertFileRow(api, applicant.id)))
  const { body } = await api.call('POST', '/applications/', { token: applicant.token, body: answers })
  return { ...applicant, number: body.data.applicationId as string }
}
const changePassword = ({ token, password }: TestApplicant) =>
  api.call('PATCH', '/users/update-password', {
    token,
    body: { password: 'another-horse-8', currentPassword: password },
  })
const decide = ({ id }: TestApplicant, changes: Partial<typeof applications.$inferInsert>) =>
  api.database.db.update(applications).set(changes).where(eq(applications.accountId, id))

test('without a session nothing is told', async () => {
  expect((await api.call('GET', '/applications/my/summary')).status).toBe(401)
})

test('before anything is saved there is no application, and the form has no step done', async () => {
  const summary = await readSummary(await createApplicant(api))
  expect(summary).toEqual({
    application: null,
    form: {
      stepsDone: 0,
      steps: 7,
      missing: ['Personal details', 'Education', 'Experience', 'Referees'],
      savedAt: null,
    },
    uploads: { files: 0, filesToScan: 0, hasPassportPhoto: false },
    exam: null,
    dates: { passwordChangedAt: null, paidAt: null, ninVerifiedAt: null },
  })
})

test('a saved draft counts its complete steps and names the others', async () => {
  const ada = await createPaidApplicant(api)
  const document = { ...createCompleteAnswers('/api/v1/files/1'), referees: [] }
  await api.call('PUT', '/applications/draft', { token: ada.token, body: { document, revision: 0 } })
  // The photo of the register is no upload, and a NIN that is in no register is not verified.
  await api.database.pool.query(
    `with added as (insert into files (id, account_id, kind, name, type, size, sha256, scan)
       select gen_random_uuid(), $1, kind, '', 'image/jpeg', 1, '', scan
       from (values ('upload', 'clean'), ('upload', 'waiting'), ('nin_photo', 'waiting')) as added (kind, scan))
     insert into nin_verifications (exercise_id, account_id, nin_hash, encrypted_nin, outcome, consent_at, consent_version)
       select exercise_id, id, '', '', 'not_found', now(), '1' from accounts where id = $1`,
    [ada.id],
  )
  const { form, dates, uploads } = await readSummary(ada)
  expect(uploads).toEqual({ files: 2, filesToScan: 1, hasPassportPhoto: false })
  expect(form).toEqual({ stepsDone: 4, steps: 7, missing: ['Referees'], savedAt: isoMoment })
  expect(dates).toEqual({ passwordChangedAt: null, paidAt: isoMoment, ninVerifiedAt: null })
})

test('a changed password, a payment and a verified NIN have their dates', async () => {
  const ada = await createReadyApplicant(api)
  await api.database.pool.query(
    `insert into audit_log (actor, action, account_id, at) values ('applicant', 'password_reset', $1, '2024-01-02T03:04:05Z')`,
    [ada.id],
  )
  await api.database.pool.query(
    `insert into payments (account_id, order_id, rrr, fee_kobo, charge_kobo, status, paid_kobo, paid_at)
     values ($1, 'paid before', '310000004712', 1, 0, 'paid', 1, '2024-01-03T03:04:05Z')`,
    [ada.id],
  )
  const { body } = await changePassword(ada)
  const { dates } = await readSummary({ ...ada, token: body.token })
  // The first change counts, also one with a link, and the first payment.
  const passwordChangedAt = '2024-01-02T03:04:05.000Z'
  const paidAt = '2024-01-03T03:04:05.000Z'
  expect(dates).toEqual({ passwordChangedAt, paidAt, ninVerifiedAt: isoMoment })
})

test('a submitted application has its number, its date and no form', async () => {
  const ada = await createSubmitted()
  // It keeps the photo that it was submitted with, which is none.
  await api.database.pool.query('update accounts set photo_file_id = $2 where id = $1', [
    ada.id,
    await insertFileRow(api, ada.id, 'image/jpeg'),
  ])
  const { application, form, uploads } = await readSummary(ada)
  expect(application).toEqual({
    applicationId: ada.number,
    submittedAt: isoMoment,
    decision: 'pending',
    isVerified: false,
    cbtResult: null,
    interviewResult: null,
    rejectionReasons: [],
    finalOutcome: null,
  })
  expect([form, uploads]).toEqual([null, { files: 2, filesToScan: 0, hasPassportPhoto: false }])
})

test('results and exam are told, and reasons only with the rejection', async () => {
  const ada = await createSubmitted()
  const cbtResult = { score: 71, maximum: 100, publishedAt: '2026-11-01T00:00:00.000Z' }
  const rejectionReasons = [{ type: 'Certificate', reason: 'Not legible.' }]
  await api.database.db
    .update(accounts)
    .set({ examDate: '2026-12-07', examVenue: 'Hall B' })
    .where(eq(accounts.id, ada.id))
  await decide(ada, { cbtResult, rejectionReasons })
  const pending = await readSummary(ada)
  expect(pending.application).toMatchObject({ decision: 'pending', cbtResult, rejectionReasons: [] })
  expect(pending.exam).toEqual({ kind: 'cbt', date: '2026-12-07', time: null, venue: 'Hall B' })

  await decide(ada, { decision: 'rejected' })
  expect((await readSummary(ada)).application).toMatchObject({ decision: 'rejected', rejectionReasons })
})

test.each([
  ['examDate', 'date', '2026-12-07'],
  ['examTime', 'time', '9:00 am'],
  ['examVenue', 'venue', 'Hall B'],
] as const)('an exam is told as soon as its %s alone is known', async (column, name, text) => {
  const ada = await createSubmitted()
  await api.database.db
    .update(accounts)
    .set({ [column]: text })
    .where(eq(accounts.id, ada.id))
  const exam = { kind: 'cbt', date: null, time: null, venue: null, [name]: text }
  expect((await readSummary(ada)).exam).toEqual(exam)
})

test('it is a small reply, whatever the form holds', async () => {
  const ada = await createSubmitted()
  const { body } = await api.call('GET', '/applications/my/summary', { token: ada.token })
  expect(JSON.stringify(body).length).toBeLessThan(1_000)
})
