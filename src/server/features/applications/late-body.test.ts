// Submissions whose body arrives after something else has changed: what they depend on was read before.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createReturning } from '#tests/support/api/returns.ts'
import { createStaff } from '#tests/support/api/staff.ts'
import { beginSubmission, createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { insertFileRow, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { createApplicationToReview } from '#tests/support/fixtures/application-to-review.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

/** Sends while the registry corrects the account and has not committed it yet. */
async function sendDuringCorrection(accountId: string, send: () => Promise<unknown>) {
  const correct = `update accounts set surname = 'Corrected', version = 2 where id = '${accountId}'`
  await raceAtLock(api.database.url, correct, [send])
}

const findRows = ({ id }: TestApplicant) =>
  api.database.db.select().from(applications).where(eq(applications.accountId, id))

test('after the same or another submission it returns its number, or is refused with it', async () => {
  const { applicant, answers } = await createSubmittableApplication(api)
  const receiveBody = await beginSubmission(api, applicant.token)
  const first = (await api.call('POST', '/applications/', { token: applicant.token, body: answers })).body.data
  await expect(receiveBody(answers)).resolves.toMatchObject({ number: first.applicationId })
  await expect(receiveBody({ ...answers, hobby: 'Another' })).rejects.toMatchObject({
    code: 'already_submitted',
    details: { data: { applicationId: first.applicationId } },
  })
  expect(await findRows(applicant)).toMatchObject([{ answers }])
})

test('after a correction of the account, or a new photo, it has the facts and the photo of that moment', async () => {
  const { applicant, answers } = await createSubmittableApplication(api)
  const change = (facts: Partial<typeof accounts.$inferInsert>) =>
    api.database.db.update(accounts).set(facts).where(eq(accounts.id, applicant.id))
  const { token } = applicant
  await api.call('PUT', '/applications/draft', { token, body: { document: answers, revision: 0 } })
  const receiveBody = await beginSubmission(api, token)
  await change({ surname: 'Corrected', version: 2 })
  await expect(receiveBody(answers)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  expect(await findRows(applicant)).toEqual([])
  // The form is still there.
  expect((await api.call('GET', '/applications/draft', { token })).body.data.document).toEqual(answers)

  const receiveAgain = await beginSubmission(api, applicant.token)
  const photoFileId = await insertFileRow(api, applicant.id)
  await change({ photoFileId })
  await receiveAgain(answers)
  const [row] = await findRows(applicant)
  expect(row?.photoFileId).toBe(photoFileId)
  expect(JSON.stringify(row?.renderedTables)).toContain('Corrected')
})

test('while a correction of the account is being committed, it waits and has no facts of before', async () => {
  const { applicant, answers } = await createSubmittableApplication(api)
  const receiveBody = await beginSubmission(api, applicant.token)
  await expect(sendDuringCorrection(applicant.id, () => receiveBody(answers))).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(await findRows(applicant)).toEqual([])
})

test('of a returned application, while a correction is being committed, it waits and has no facts of before', async () => {
  const one = await createApplicationToReview(api)
  const returning = createReturning(api, await createStaff(api, ['registry']), one)
  await returning.return()
  const corrected = await returning.correct('Corrected')
  const receiveBody = await beginSubmission(api, one.token)
  await expect(sendDuringCorrection(one.accountId, () => receiveBody(corrected))).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect((await returning.send(corrected)).status).toBe(201)
})
