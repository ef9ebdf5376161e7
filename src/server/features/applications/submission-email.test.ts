import { afterAll, beforeAll, expect, test } from 'vitest'
import { getFileUrl } from '#shared/api/applicant/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import { createReadyApplicant, insertFileRow } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('repeated submissions send one email with the number, and one to each referee', async () => {
  const { id, email: address, token } = await createReadyApplicant(api)
  const body = createCompleteAnswers(getFileUrl(await insertFileRow(api, id)))
  const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', '/applications/', { token, body })))
  const number = answers[0]?.body.data.applicationId
  // Emails are sent in order: once this later one has arrived, all earlier ones have.
  await api.call('POST', '/contact/create', {
    body: { userId: null, complain: 'x', fullname: null, email: 'new@example.org' },
  })
  await expect.poll(() => api.mailbox.messages('new@example.org').length).toBe(1)
  await expect.poll(() => api.mailbox.messages(address).length).toBe(1)
  const [email] = api.mailbox.messages(address)
  expect(email?.subject).toBe(`Application ${number} submitted`)
  expect(email?.text).toContain(number)
  expect(email?.html).toContain(number)
  for (const referee of body.referees) {
    await expect.poll(() => api.mailbox.messages(referee.email).length).toBe(1)
    const [told] = api.mailbox.messages(referee.email)
    expect(told?.subject).toContain('has named you as a referee')
    expect(told?.text).toContain(`Dear ${referee.name},`)
  }
})
