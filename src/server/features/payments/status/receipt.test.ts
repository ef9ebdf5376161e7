import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createRrr, payRrr, setRemitaFaults, verifyRrr } from '#tests/support/api/payments.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('an applicant who pays at a branch gets one receipt by email without returning to the portal', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await setRemitaFaults(api, { notification: { double: true } })
  await payRrr(api, rrr)
  await expect.poll(() => api.mailbox.messages(applicant.email).length).toBe(1)

  await verifyRrr(api, applicant, rrr)
  const other = await createApplicant(api)
  const marker = await createRrr(api, other)
  await payRrr(api, marker)
  await expect.poll(() => api.mailbox.messages(other.email).length).toBe(1)

  const mails = api.mailbox.messages(applicant.email)
  expect(mails).toHaveLength(1)
  const inGroups = rrr.replace(/(\d{4})(?=\d)/g, '$1 ')
  expect(mails[0]?.subject).toBe(`Payment received: RRR ${inGroups}`)
  expect(mails[0]?.text).toContain('₦12,500.00')
  expect(mails[0]?.text).toContain('fill in the form and submit it')
})

test('the receipt of who pays after applications have closed does not ask for the form', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await api.database.pool.query(`update exercises set deadline = '2020-01-01T00:00:00Z' where is_current`)
  await payRrr(api, rrr)
  await expect.poll(() => api.mailbox.messages(applicant.email).length).toBe(1)
  const text = api.mailbox.messages(applicant.email)[0]?.text
  expect(text).toContain('Applications have closed')
  expect(text).not.toContain('fill in the form')
})
