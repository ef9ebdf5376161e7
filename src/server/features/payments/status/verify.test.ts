import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  anRrr,
  due,
  payAtBank,
  paymentNotes,
  paymentRows,
  providerCalls,
  verifyRrr,
  waitingReceipts,
} from '#tests/support/api/payments.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('faults', {}))

describe('verifying', () => {
  test('a payment that the provider confirms makes the applicant paid', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr)
    const { status, body } = await verifyRrr(api, applicant, rrr)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      message: 'your payment is verified successfully.',
      data: { status: '00', message: 'your payment is verified successfully.', RRR: rrr, amount: due },
    })
    expect(Date.parse(body.data.paidAt)).toBeGreaterThan(Date.now() - 60_000)
    expect((await api.call('GET', '/users/me', applicant)).body.data).toMatchObject({
      paymentstatus: true,
      paymentStatus: true,
      rrr: null,
    })
    expect(await waitingReceipts(api, applicant)).toBe(1)
  })

  test('once paid, is answered from the record', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr)
    const first = await verifyRrr(api, applicant, rrr)
    const before = await providerCalls(api)
    expect((await verifyRrr(api, applicant, rrr)).body.data).toEqual(first.body.data)
    expect(await providerCalls(api)).toEqual(before)
    expect(await waitingReceipts(api, applicant)).toBe(1)
  })

  test('an RRR that nobody has paid is 400', async () => {
    const applicant = await anApplicant(api)
    const { status, body } = await verifyRrr(api, applicant, await anRrr(api, applicant))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'payment_not_verified',
      message: 'Your payment is not verifed, kindly go back and make your payment.',
    })
    expect(await waitingReceipts(api, applicant)).toBe(0)
  })

  test('takes the RRR as people type it', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr)
    const typed = encodeURIComponent(` ${rrr.slice(0, 4)}-${rrr.slice(4, 8)} ${rrr.slice(8)}`)
    expect((await verifyRrr(api, applicant, typed)).status).toBe(200)
  })

  test('somebody else’s RRR is 404, paid or not, and neither account changes', async () => {
    const owner = await anApplicant(api)
    const other = await anApplicant(api)
    const rrr = await anRrr(api, owner)
    await payAtBank(api, rrr)
    const { status, body } = await verifyRrr(api, other, rrr)
    expect(status).toBe(404)
    expect(body.code).toBe('rrr_unknown')
    expect((await api.call('GET', '/users/me', other)).body.data.paymentstatus).toBe(false)
    expect((await verifyRrr(api, other, '000000000000')).status).toBe(404)
  })

  test.each(['', 'abc', '1234', '1234567890123'])('the RRR %j is refused', async (rrr) => {
    const { status, body } = await verifyRrr(api, await anApplicant(api), rrr)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'rrr', message: 'An RRR has 12 digits.' }])
  })

  test('an unpaid RRR of an applicant who has paid by another one is no reason to pay again', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    const rrr = await anRrr(api, applicant, { regenerate: true })
    await payAtBank(api, old)
    await verifyRrr(api, applicant, old)
    const { status, body } = await verifyRrr(api, applicant, rrr)
    expect(status).toBe(200)
    expect(body.data.RRR).toBe(old)
  })

  test('less than was asked is not paid, and the staff see it; the rest makes it paid', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr, 12_000)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
    expect(await paymentNotes(api, applicant)).toEqual(['requested', 'issued', 'notified', 'underpaid'])
    await payAtBank(api, rrr, 500)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(200)
  })

  test('more than was asked is paid, and the staff see it', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr, 13_000)
    expect((await verifyRrr(api, applicant, rrr)).body.data.amount).toBe(13_000)
    expect(await paymentNotes(api, applicant)).toContain('overpaid')
  })

  test('two RRRs paid by one applicant are both recorded, with one receipt', async () => {
    const applicant = await anApplicant(api)
    const first = await anRrr(api, applicant)
    const second = await anRrr(api, applicant, { regenerate: true })
    await payAtBank(api, second)
    await payAtBank(api, first)
    await Promise.all([verifyRrr(api, applicant, first), verifyRrr(api, applicant, second)])
    expect((await paymentRows(api, applicant)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const notes = await paymentNotes(api, applicant)
    expect(notes.filter((note) => note === 'paid')).toHaveLength(1)
    expect(notes.filter((note) => note === 'paid_again')).toHaveLength(1)
    expect(await waitingReceipts(api, applicant)).toBe(1)
  })

  test('twenty verifications at once find one payment and send one receipt', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await payAtBank(api, rrr)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyRrr(api, applicant, rrr)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await paymentNotes(api, applicant)).filter((note) => note === 'paid')).toHaveLength(1)
    expect(await waitingReceipts(api, applicant)).toBe(1)
  })

  test('slows down who asks without end', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    const answers = await Promise.all(Array.from({ length: 31 }, () => verifyRrr(api, applicant, rrr)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})
