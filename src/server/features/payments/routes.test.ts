import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { auditLog } from '#server/database/schema/audit-and-rate-limits.ts'
import { paymentEvents } from '#server/database/schema/payments.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  countRemitaCalls,
  createRrr,
  dueNaira,
  payRrr,
  postGenerateRrr,
  readAuditedPayments,
  readPaymentNotes,
  readPayments,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { createApplicant, createNewApplicant, createPaidApplicant, logIn } from '#tests/support/fixtures/applicants.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('faults', {}))

describe('access', () => {
  const calls = [
    ['POST', '/payments/remita-generate', { amount: dueNaira }],
    ['GET', '/payments/verify-remita?rrr=310007123456', undefined],
    ['GET', '/payments/my', undefined],
  ] as const

  test.each(calls)('%s %s needs a session', async (method, path, body) => {
    const { status, body: answer } = await api.call(method, path, { body })
    expect(status).toBe(401)
    expect(answer).toMatchObject({ status: 'error', success: false, code: 'not_logged_in' })
  })

  test.each(calls)('%s %s needs a changed password', async (method, path, body) => {
    const { token } = await createNewApplicant(api)
    const { status, body: answer } = await api.call(method, path, { token, body })
    expect(status).toBe(403)
    expect(answer.code).toBe('must_change_password')
  })
})

describe('Generate RRR', () => {
  test('returns an RRR of twelve digits for fee and charge together', async () => {
    const applicant = await createApplicant(api)
    const { status, body } = await postGenerateRrr(api, applicant)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', success: true, message: 'RRR generated successfully!' })
    expect(body.data).toEqual({ RRR: expect.stringMatching(/^\d{12}$/) })
    const orders = (await api.remita.control('orders')) as { rrr: string; due: number }[]
    expect(orders).toContainEqual(expect.objectContaining({ rrr: body.data.RRR, due: dueNaira }))
    expect((await api.call('GET', '/users/me', applicant)).body.data.rrr).toBe(body.data.RRR)
  })

  test('returns the same RRR again without asking the provider', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    const before = await countRemitaCalls(api)
    expect(await createRrr(api, applicant)).toBe(rrr)
    expect(await createRrr(api, applicant, { regenerate: false })).toBe(rrr)
    expect(await countRemitaCalls(api)).toEqual(before)
  })

  test.each([12_000, 12_500.01, 12_500.001, 1_250_000, 0])('V2.3.2 refuses the amount %s by name', async (amount) => {
    const applicant = await createApplicant(api)
    const { status, body } = await postGenerateRrr(api, applicant, { amount })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'amount_differs', errors: [{ path: 'amount' }] })
    expect(await readPayments(api, applicant)).toEqual([])
  })

  test.each([{ amount: '12500' }, { amount: -1 }, { amount: null }, {}, { amount: dueNaira, regenerate: 'yes' }])(
    'refuses the body %j',
    async (body) => {
      const { token } = await createApplicant(api)
      const answer = await api.call('POST', '/payments/remita-generate', { token, body })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toHaveLength(1)
    },
  )

  test('requests another RRR once the fee has changed', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    await api.database.db.update(accounts).set({ feeKobo: 1_300_050 }).where(eq(accounts.id, applicant.id))
    expect((await postGenerateRrr(api, applicant)).body.code).toBe('amount_differs')
    const rrr = await createRrr(api, applicant, { amount: 13_500.5 })
    expect(rrr).not.toBe(old)
    expect((await readPayments(api, applicant)).map(({ status }) => status)).toEqual(['superseded', 'open'])
  })

  test('is refused to an applicant who has paid', async () => {
    const { status, body } = await postGenerateRrr(api, await createPaidApplicant(api))
    expect(status).toBe(409)
    expect(body.code).toBe('already_paid')
  })

  test('sends the provider the applicant’s name and stores none of it in the events', async () => {
    const applicant = await createApplicant(api, { surname: 'Zubairu-Quist', phone: '08099998888' })
    await createRrr(api, applicant)
    const { requests } = (await api.remita.control('requests?call=generate')) as { requests: { body: string }[] }
    expect(JSON.parse(requests.at(-1)?.body ?? '')).toMatchObject({
      payerName: 'Zubairu-Quist Amina Bola',
      payerEmail: applicant.email,
      payerPhone: '08099998888',
      amount: '12500',
      description: 'Recruitment Application Fee',
    })
    const kept = JSON.stringify([
      await api.database.db.select().from(paymentEvents),
      await api.database.db.select().from(auditLog).where(eq(auditLog.accountId, applicant.id)),
    ])
    expect(kept).not.toMatch(/Zubairu|08099998888/)
    expect(kept).not.toContain(applicant.email)
  })
})

describe('Re-Generate', () => {
  test('returns a new RRR, and the old one can still be paid', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    const rrr = await createRrr(api, applicant, { regenerate: true })
    expect(rrr).not.toBe(old)
    expect(await createRrr(api, applicant)).toBe(rrr)
    expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'issued', 'requested', 'superseded', 'issued'])
    expect(await readAuditedPayments(api, applicant)).toEqual([
      'payment_issued',
      'payment_superseded',
      'payment_issued',
    ])

    await payRrr(api, old)
    const { status, body } = await verifyRrr(api, applicant, old)
    expect(status).toBe(200)
    expect(body.data.RRR).toBe(old)
    expect((await readPayments(api, applicant)).map(({ status }) => status)).toEqual(['paid', 'superseded'])
  })

  test('returns the first RRR when there is none', async () => {
    expect(await createRrr(api, await createApplicant(api), { regenerate: true })).toMatch(/^\d{12}$/)
  })

  test('is limited per day', async () => {
    const applicant = await createApplicant(api)
    for (let at = 0; at < 20; at++) await createRrr(api, applicant, { regenerate: true })
    const { status, body } = await postGenerateRrr(api, applicant, { regenerate: true })
    expect(status).toBe(429)
    expect(body.message).toBe('You have generated many RRRs today. Pay one of them, or generate another one tomorrow.')
    expect((await postGenerateRrr(api, applicant)).status).toBe(200)
    await api.database.pool.query(
      `update payments set created_at = $2::timestamptz - interval '1 day' where account_id = $1`,
      [applicant.id, api.clock.now()],
    )
    expect((await postGenerateRrr(api, applicant, { regenerate: true })).status).toBe(200)
  })
})

describe('my payment', () => {
  const getMyPayment = (token: string) => api.call('GET', '/payments/my', { token })

  test('is 404 while there is none', async () => {
    const { status, body } = await getMyPayment((await createApplicant(api)).token)
    expect(status).toBe(404)
    expect(body).toMatchObject({ statusCode: 404, code: 'no_payment' })
  })

  test('is the newest RRR until one is paid, with the times of the checks', async () => {
    const applicant = await createApplicant(api)
    await createRrr(api, applicant)
    const rrr = await createRrr(api, applicant, { regenerate: true })
    const { body } = await getMyPayment(applicant.token)
    expect(body.data).toEqual({
      createdAt: expect.any(String),
      amount: 12_000,
      chargedAmount: dueNaira,
      reference: rrr,
      paymentType: '',
      status: 'pending',
      issuedAt: body.data.createdAt,
      paidAt: null,
      lastCheckedAt: null,
      nextCheckAt: expect.any(String),
      slipCode: null,
    })
    expect(Date.parse(body.data.nextCheckAt) - Date.parse(body.data.issuedAt)).toBeGreaterThanOrEqual(120_000)
    await verifyRrr(api, applicant, rrr)
    expect(Date.parse((await getMyPayment(applicant.token)).body.data.lastCheckedAt)).toBeGreaterThan(0)
  })

  test('is the paid one, even if it is older', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    await createRrr(api, applicant, { regenerate: true })
    await payRrr(api, old)
    await verifyRrr(api, applicant, old)
    const { data } = (await getMyPayment(applicant.token)).body
    expect(data).toMatchObject({ reference: old, status: 'paid', paymentType: 'Remita', nextCheckAt: null })
    expect(data.createdAt).toBe(data.paidAt)
    await api.database.pool.query(`update payments set payment_type = 'BRANCH' where rrr = $1`, [old])
    expect((await getMyPayment(applicant.token)).body.data.paymentType).toBe('BRANCH')
  })

  test('is never another applicant’s', async () => {
    const payer = await createApplicant(api)
    await createRrr(api, payer)
    const other = await createApplicant(api)
    expect((await getMyPayment(other.token)).status).toBe(404)
  })

  test('is the same after another login', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    expect((await getMyPayment(await logIn(api, applicant.userId))).body.data.reference).toBe(rrr)
  })
})
