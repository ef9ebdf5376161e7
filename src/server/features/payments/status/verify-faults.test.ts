// The provider answers a verification wrongly, late or not at all.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  countWaitingReceipts,
  createRrr,
  payRrr,
  postGenerateRrr,
  readPayments,
  setRemitaFaults,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('reset', {}))

async function createPaidRrr() {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr)
  return { applicant, rrr }
}

describe('an answer about a paid RRR that is', () => {
  test.each<[string, object]>([
    ['cut off', { hangUp: true }],
    ['a server error', { http500: true }],
    ['garbage', { html: true }],
    ['without end', { oversized: true }],
    ['redirected', { redirect: true }],
    ['"unknown"', { code: '998' }],
    ['an unknown code', { code: '777' }],
    ['about our credentials', { code: '020' }],
  ])('%s changes nothing, is 503, and the next verification succeeds', async (_how, fault) => {
    const { applicant, rrr } = await createPaidRrr()
    await setRemitaFaults(api, { status: { ...fault, times: 1 } })
    const [before] = await readPayments(api, applicant)
    const { status, body, headers } = await verifyRrr(api, applicant, rrr)
    expect(status).toBe(503)
    expect(body).toMatchObject({
      code: 'payment_provider_unavailable',
      message: 'The payment service does not answer at the moment. Nothing is lost: please try again in a few minutes.',
    })
    expect(headers.get('retry-after')).toBeTruthy()
    expect(await readPayments(api, applicant)).toEqual([{ ...before, checks: 1 }])

    expect((await verifyRrr(api, applicant, rrr)).status).toBe(200)
    expect(await countWaitingReceipts(api, applicant)).toBe(1)
  })

  test.each<[string, object]>([
    ['still pending for a while', { pendingFor: 1 }],
    ['less than the amount due', { underpaid: true, times: 1 }],
    ['a failed attempt', { code: '02', times: 1 }],
    ['that the RRR is not known', { code: '022', times: 1 }],
  ])('%s is 400 until the provider answers correctly', async (_how, fault) => {
    const { applicant, rrr } = await createPaidRrr()
    await setRemitaFaults(api, { status: fault })
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
    expect(await readPayments(api, applicant)).toMatchObject([{ status: 'open', checkedAt: expect.any(Date) }])
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(200)
  })

  test.each<[string, object]>([
    ['"00" instead of "01"', { code: '00' }],
    ['in a JSONP wrapper', { wrapper: 'semicolon' }],
    ['more than the amount due', { overpaid: true }],
  ])('%s is paid', async (_how, fault) => {
    const { applicant, rrr } = await createPaidRrr()
    await setRemitaFaults(api, { status: fault })
    const { body } = await verifyRrr(api, applicant, rrr)
    expect(body.data?.status).toBe('00')
  })
})

test('an answer that says nothing leaves the time of the last one that did', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
  const [before] = await readPayments(api, applicant)
  expect(before).toMatchObject({ checks: 1, checkedAt: expect.any(Date) })
  await setRemitaFaults(api, { status: { http500: true, times: 1 } })
  expect((await verifyRrr(api, applicant, rrr)).status).toBe(503)
  expect(await readPayments(api, applicant)).toEqual([{ ...before, checks: 2 }])
})

test('wrong credentials alert the staff once for all applicants', async () => {
  const count = sql`select count(*)::int as count from audit_log where action = 'payment_credentials_refused'`
  const alerts = async () => Number((await api.database.db.execute(count)).rows[0]?.count)
  api.clock.advance(2 * 60 * 60_000)
  const before = await alerts()
  const all = await Promise.all([createPaidRrr(), createPaidRrr(), createPaidRrr()])
  await setRemitaFaults(api, { status: { code: '044' } })
  await Promise.all(all.map(({ applicant, rrr }) => verifyRrr(api, applicant, rrr)))
  expect((await alerts()) - before).toBe(1)
})

test('a payment of an RRR whose answer was lost is found by the next request', async () => {
  const applicant = await createApplicant(api)
  await setRemitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true } })
  expect((await postGenerateRrr(api, applicant)).status).toBe(503)
  const [order] = (await api.remita.control('orders')) as { rrr: string }[]
  // The provider sends the payer an email with the RRR.
  await payRrr(api, order?.rrr ?? '')
  await setRemitaFaults(api, {})
  const { status, body } = await postGenerateRrr(api, applicant)
  expect([status, body.code]).toEqual([409, 'already_paid'])
  expect(await countWaitingReceipts(api, applicant)).toBe(1)
})
