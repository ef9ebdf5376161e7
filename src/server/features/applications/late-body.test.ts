// Submissions whose body arrives after something else has changed: what they depend on was read before.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/platform/database/schema/accounts-and-sessions.ts'
import { applications } from '#server/platform/database/schema/applications-and-drafts.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { beginSubmission, createSubmittableApplication } from '#tests/support/api/submissions.ts'
import { insertFileRow, type TestApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

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
  const receiveBody = await beginSubmission(api, applicant.token)
  await change({ surname: 'Corrected', version: 2 })
  await expect(receiveBody(answers)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  expect(await findRows(applicant)).toEqual([])

  const receiveAgain = await beginSubmission(api, applicant.token)
  const photoFileId = await insertFileRow(api, applicant.id)
  await change({ photoFileId })
  await receiveAgain(answers)
  const [row] = await findRows(applicant)
  expect(row?.photoFileId).toBe(photoFileId)
  expect(JSON.stringify(row?.renderedTables)).toContain('Corrected')
})
