import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { anRrr, payAtBank, remitaFaults, verifyRrr } from '#tests/support/api/payments.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('whoever pays at a branch gets one receipt by mail, without coming back to the portal', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await remitaFaults(api, { notification: { double: true } })
  await payAtBank(api, rrr)
  await expect.poll(() => api.mailbox.messages(applicant.email).length, { timeout: 10_000 }).toBe(1)

  await verifyRrr(api, applicant, rrr)
  const other = await anApplicant(api)
  const marker = await anRrr(api, other)
  await payAtBank(api, marker)
  await expect.poll(() => api.mailbox.messages(other.email).length, { timeout: 10_000 }).toBe(1)

  const mails = api.mailbox.messages(applicant.email)
  expect(mails).toHaveLength(1)
  const inGroups = rrr.replace(/(\d{4})(?=\d)/g, '$1 ')
  expect(mails[0]?.subject).toBe(`Payment received: RRR ${inGroups}`)
  expect(mails[0]?.text).toContain('₦12,500.00')
})
