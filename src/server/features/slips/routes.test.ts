import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { payments } from '#server/database/schema/payments.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { createCompleteAnswers } from '#tests/support/fixtures/answers.ts'
import {
  createApplicant,
  createPaidApplicant,
  createReadyApplicant,
  insertFileRow,
} from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test('the code of an application slip proves it genuine and shows only name, post, exercise, number and date', async () => {
  const { id, token } = await createReadyApplicant(api)
  const answers = createCompleteAnswers(`/api/v1/files/${await insertFileRow(api, id)}`)
  await api.call('POST', '/applications/', { token, body: answers })
  const own = await api.call('GET', '/applications/my', { token })
  const { slipCode, applicationId, submittedAt } = own.body.data

  const { status, body } = await api.call('GET', `/slips/${slipCode}`)
  expect([status, body.data]).toEqual([
    200,
    {
      kind: 'application',
      name: 'Example Amina Bola',
      number: applicationId,
      date: submittedAt,
      institution: 'State Institute of Technology and Management',
      exercise: 'Academic Staff Recruitment 2024',
      role: 'Lecturer II',
      school: 'Technology',
      department: 'Computer Science',
    },
  ])
})

test('a code may be typed in groups and in lower case', async () => {
  const { id, token } = await createPaidApplicant(api)
  const own = await api.call('GET', '/payments/my', { token })
  const code = own.body.data.slipCode
  const typed = `${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
  const { body } = await api.call('GET', `/slips/${encodeURIComponent(typed)}`)
  const [payment] = await api.database.db.select().from(payments).where(eq(payments.accountId, id))
  expect(body.data).toMatchObject({ kind: 'payment', number: payment?.rrr })
})

test('an unknown code and the code of an unpaid payment are not genuine', async () => {
  const unknown = await api.call('GET', '/slips/0123456789AB')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'slip_unknown'])
  expect((await api.call('GET', '/slips/hello')).status).toBe(400)

  const { id } = await createApplicant(api)
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

test("a slip's QR code is an SVG image", async () => {
  const response = await api.fetch('/api/v1/slips/0123456789AB/qr.svg')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await response.text()).toMatch(/^<svg .*<path /s)
})
