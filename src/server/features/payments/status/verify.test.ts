import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { withoutAuditLog } from '#tests/support/api/audit.ts'
import { sendInBatches } from '#tests/support/api/in-batches.ts'
import {
  countRemitaCalls,
  countWaitingReceipts,
  createRrr,
  dueNaira,
  payRrr,
  readAuditedPayments,
  readPaymentNotes,
  readPayments,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { addPayment, findPayment } from '../store.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('faults', {}))

describe('verifying', () => {
  test('a payment that the provider confirms makes the applicant paid', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr)
    const verify = () => verifyRrr(api, applicant, rrr)
    expect((await withoutAuditLog(api, verify)).status).toBe(500)
    expect(await readPayments(api, applicant), 'where it cannot be recorded').toMatchObject([{ status: 'open' }])
    const { status, body } = await verify()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'success',
      message: 'your payment is verified successfully.',
      data: { status: '00', message: 'your payment is verified successfully.', RRR: rrr, amount: dueNaira },
    })
    expect(Date.parse(body.data.paidAt)).toBeGreaterThan(Date.now() - 60_000)
    expect((await api.call('GET', '/users/me', applicant)).body.data).toMatchObject({
      paymentstatus: true,
      paymentStatus: true,
      rrr: null,
    })
    expect(await countWaitingReceipts(api, applicant)).toBe(1)
  })

  test('a payment leaves another RRR that is being requested to the server that requests it', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    const now = api.clock.now()
    const leaseExpiresAt = new Date(now.getTime() + 30_000)
    const other = { orderId: `${applicant.userId}-2`, feeKobo: 1_000, chargeKobo: 0, createdAt: now, leaseExpiresAt }
    const { id } = await addPayment(api.database.db, { ...other, accountId: applicant.id })
    await payRrr(api, rrr)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(200)
    expect(await findPayment(api.database.db, id)).toMatchObject({ state: { status: 'requested' }, leaseExpiresAt })
  })

  test('a paid RRR again does not ask the provider', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr)
    const first = await verifyRrr(api, applicant, rrr)
    const before = await countRemitaCalls(api)
    expect((await verifyRrr(api, applicant, rrr)).body.data).toEqual(first.body.data)
    expect(await countRemitaCalls(api)).toEqual(before)
    expect(await countWaitingReceipts(api, applicant)).toBe(1)
  })

  test('an RRR that nobody has paid is 400', async () => {
    const applicant = await createApplicant(api)
    const { status, body } = await verifyRrr(api, applicant, await createRrr(api, applicant))
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'payment_not_verified',
      message: 'Your payment is not verifed, kindly go back and make your payment.',
    })
    expect(await countWaitingReceipts(api, applicant)).toBe(0)
  })

  test('accepts spaces and hyphens in the RRR', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr)
    const typed = encodeURIComponent(` ${rrr.slice(0, 4)}-${rrr.slice(4, 8)} ${rrr.slice(8)}`)
    expect((await verifyRrr(api, applicant, typed)).status).toBe(200)
  })

  test('somebody else’s RRR is 404, paid or not, and neither account changes', async () => {
    const owner = await createApplicant(api)
    const other = await createApplicant(api)
    const rrr = await createRrr(api, owner)
    await payRrr(api, rrr)
    const { status, body } = await verifyRrr(api, other, rrr)
    expect(status).toBe(404)
    expect(body.code).toBe('rrr_unknown')
    expect((await api.call('GET', '/users/me', other)).body.data.paymentstatus).toBe(false)
    expect((await verifyRrr(api, other, '000000000000')).status).toBe(404)
  })

  test.each(['', 'abc', '1234', '1234567890123'])('the RRR %j is refused', async (rrr) => {
    const { status, body } = await verifyRrr(api, await createApplicant(api), rrr)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ path: 'rrr', message: 'An RRR has 12 digits.' }])
  })

  test('an unpaid RRR of an applicant who has paid another one returns the paid one', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    const rrr = await createRrr(api, applicant, { regenerate: true })
    await payRrr(api, old)
    await verifyRrr(api, applicant, old)
    const { status, body } = await verifyRrr(api, applicant, rrr)
    expect(status).toBe(200)
    expect(body.data.RRR).toBe(old)
  })

  test('less than the amount due is not paid and is recorded; the remaining amount makes it paid', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    const readIssuedAt = async () => (await api.call('GET', '/payments/my', applicant)).body.data.issuedAt
    const issuedAt = await readIssuedAt()
    api.clock.advance(60_000)
    await payRrr(api, rrr, 12_000)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(400)
    expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'issued', 'notified', 'underpaid'])
    // It is asked about as long as any other RRR.
    expect(await readIssuedAt()).toBe(issuedAt)
    await payRrr(api, rrr, 500)
    expect((await verifyRrr(api, applicant, rrr)).status).toBe(200)
    expect(await readAuditedPayments(api, applicant)).toEqual(['payment_issued', 'payment_underpaid', 'payment_paid'])
  })

  test('more than the amount due is paid, and is recorded', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr, 13_000)
    expect((await verifyRrr(api, applicant, rrr)).body.data.amount).toBe(13_000)
    expect(await readPaymentNotes(api, applicant)).toContain('overpaid')
    expect(await readAuditedPayments(api, applicant)).toEqual(['payment_issued', 'payment_paid', 'payment_overpaid'])
  })

  test('two RRRs paid by one applicant are both recorded, with one receipt', async () => {
    const applicant = await createApplicant(api)
    const first = await createRrr(api, applicant)
    const second = await createRrr(api, applicant, { regenerate: true })
    await payRrr(api, second)
    await payRrr(api, first)
    const answers = await Promise.all([first, second].map((rrr) => verifyRrr(api, applicant, rrr)))
    expect(answers.map(({ body }) => body.data.RRR)).toEqual([first, second])
    expect((await readPayments(api, applicant)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const notes = await readPaymentNotes(api, applicant)
    expect(notes.filter((note) => note === 'paid')).toHaveLength(1)
    expect(notes.filter((note) => note === 'paid_again')).toHaveLength(1)
    const audited = await readAuditedPayments(api, applicant)
    expect(audited.slice(-2)).toEqual(['payment_paid', 'payment_paid_again'])
    expect(await countWaitingReceipts(api, applicant)).toBe(1)
    // The applicant reads the one of the receipt, whichever was generated or paid first: the other one may go back.
    const { rows } = await api.database.pool.query(
      `select payment.rrr from payments as payment join payment_events as event on event.payment_id = payment.id
      where payment.rrr = any($1) and event.kind = 'paid'`,
      [[first, second]],
    )
    const setPaidAt = 'update payments set paid_at = $2 where rrr = $1'
    for (const [early, late] of [
      [second, first],
      [first, second],
    ]) {
      await api.database.pool.query(setPaidAt, [early, '2026-01-01'])
      await api.database.pool.query(setPaidAt, [late, '2026-01-02'])
      expect((await api.call('GET', '/payments/my', applicant)).body.data.reference).toBe(rows[0].rrr)
    }
  })

  test('twenty concurrent verifications find one payment and send one receipt', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await payRrr(api, rrr)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyRrr(api, applicant, rrr)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await readPaymentNotes(api, applicant)).filter((note) => note === 'paid')).toHaveLength(1)
    expect(await countWaitingReceipts(api, applicant)).toBe(1)
  })

  test('is limited per applicant', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    const answers = await sendInBatches(31, () => verifyRrr(api, applicant, rrr))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})
