import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileUrl } from '#shared/api/calls.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('whoever has submitted finds one letter with the number in the mailbox, however often it was sent', async () => {
  const { id, email, token } = await aReadyApplicant(api)
  const body = completeAnswers(fileUrl(await aFileRow(api, id)))
  const answers = await Promise.all([1, 2, 3].map(() => api.call('POST', '/applications/', { token, body })))
  const number = answers[0]?.body.data.applicationId
  // A letter that is handed over later than this one would have been handed over too.
  await api.call('POST', '/contact/create', {
    body: { userId: null, complain: 'x', fullname: null, email: 'new@example.org' },
  })
  await expect.poll(() => api.mailbox.messages('new@example.org').length, { timeout: 10_000 }).toBe(1)
  await expect.poll(() => api.mailbox.messages(email).length, { timeout: 10_000 }).toBe(1)
  const [letter] = api.mailbox.messages(email)
  expect(letter?.subject).toBe(`Application ${number} submitted`)
  expect(letter?.text).toContain(number)
  expect(letter?.html).toContain(number)
})
