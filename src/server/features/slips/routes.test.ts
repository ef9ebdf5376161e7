import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts, payments } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { aFileRow, anApplicant, aPaidApplicant, aReadyApplicant } from '#tests/support/fixtures/accounts.ts'
import { completeAnswers } from '#tests/support/fixtures/answers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('an application slip is genuine by its code, and tells name, number and date only', async () => {
  const { id, token } = await aReadyApplicant(api)
  const answers = completeAnswers(`/api/v1/files/${await aFileRow(api, id)}`)
  await api.call('POST', '/applications/', { token, body: answers })
  const own = await api.call('GET', '/applications/my', { token })
  const { slipCode, applicationId, submittedAt } = own.body.data

  const { status, body } = await api.call('GET', `/slips/${slipCode}`)
  expect([status, body.data]).toEqual([
    200,
    { kind: 'application', name: 'Example Amina Bola', number: applicationId, date: submittedAt },
  ])
})

test('a code is read in groups and in small letters, as somebody at a door would type it', async () => {
  const { id, token } = await aPaidApplicant(api)
  const own = await api.call('GET', '/payments/my', { token })
  const code = own.body.data.slipCode
  const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
  const { body } = await api.call('GET', `/slips/${encodeURIComponent(typed)}`)
  const [payment] = await api.database.db.select().from(payments).where(eq(payments.accountId, id))
  expect(body.data).toMatchObject({ kind: 'payment', number: payment?.rrr })
})

test('a code that nobody has, or of a payment that is not paid, is not genuine', async () => {
  const unknown = await api.call('GET', '/slips/0123456789AB')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'slip_unknown'])
  expect((await api.call('GET', '/slips/hello')).status).toBe(400)

  const { id } = await anApplicant(api)
  const [account] = await api.database.db.select().from(accounts).where(eq(accounts.id, id))
  const [open] = await api.database.db
    .insert(payments)
    .values({
      accountId: id,
      orderId: `open-${id}`,
      rrr: '290000000001',
      feeKobo: account?.feeKobo ?? 0,
      chargeKobo: account?.chargeKobo ?? 0,
      status: 'open',
    })
    .returning()
  expect((await api.call('GET', `/slips/${open?.slipCode}`)).status).toBe(404)
})

test("a slip's QR code is an SVG that any page of the portal may show", async () => {
  const response = await api.fetch('/api/v1/slips/0123456789AB/qr.svg')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await response.text()).toMatch(/^<svg .*<path /s)
})
