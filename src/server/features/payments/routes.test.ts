import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, auditLog, paymentEvents } from '#server/db/schema.ts'
import { aNewApplicant, anApplicant, aPaidApplicant, logIn } from '#tests/support/accounts.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  anRrr,
  due,
  payAtBank,
  paymentNotes,
  paymentRows,
  pressGenerate,
  providerCalls,
  verifyRrr,
  waitingReceipts,
} from '#tests/support/payments.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('faults', {}))

describe('who may call', () => {
  const calls = [
    ['POST', '/payments/remita-generate', { amount: due }],
    ['GET', '/payments/verify-remita?rrr=310007123456', undefined],
    ['GET', '/payments/my', undefined],
  ] as const

  test.each(calls)('%s %s needs a session', async (method, path, body) => {
    const { status, body: answer } = await api.call(method, path, { body })
    expect(status).toBe(401)
    expect(answer).toMatchObject({ status: 'error', success: false, code: 'not_logged_in' })
  })

  test.each(calls)('%s %s needs a password of one’s own', async (method, path, body) => {
    const { token } = await aNewApplicant(api)
    const { status, body: answer } = await api.call(method, path, { token, body })
    expect(status).toBe(403)
    expect(answer.code).toBe('must_change_password')
  })
})

describe('Generate RRR', () => {
  test('answers an RRR of twelve digits for fee and charge together', async () => {
    const applicant = await anApplicant(api)
    const { status, body } = await pressGenerate(api, applicant)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', success: true, message: 'RRR generated successfully!' })
    expect(body.data).toEqual({ RRR: expect.stringMatching(/^\d{12}$/) })
    const orders = (await api.remita.control('orders')) as { rrr: string; due: number }[]
    expect(orders).toContainEqual(expect.objectContaining({ rrr: body.data.RRR, due }))
    expect((await api.call('GET', '/users/me', applicant)).body.data.rrr).toBe(body.data.RRR)
  })

  test('pressed again, answers the same and asks nobody', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    const before = await providerCalls(api)
    expect(await anRrr(api, applicant)).toBe(rrr)
    expect(await anRrr(api, applicant, { regenerate: false })).toBe(rrr)
    expect(await providerCalls(api)).toEqual(before)
  })

  test.each([12_000, 12_500.01, 12_500.001, 1_250_000, 0])('refuses the amount %s by name', async (amount) => {
    const applicant = await anApplicant(api)
    const { status, body } = await pressGenerate(api, applicant, { amount })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'amount_differs', errors: [{ path: 'amount' }] })
    expect(await paymentRows(api, applicant)).toEqual([])
  })

  test.each([{ amount: '12500' }, { amount: -1 }, { amount: null }, {}, { amount: due, regenerate: 'yes' }])(
    'refuses the body %j',
    async (body) => {
      const { token } = await anApplicant(api)
      const answer = await api.call('POST', '/payments/remita-generate', { token, body })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toHaveLength(1)
    },
  )

  test('asks for another RRR once the fee has changed', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    await api.database.db.update(accounts).set({ feeKobo: 1_300_050 }).where(eq(accounts.id, applicant.id))
    expect((await pressGenerate(api, applicant)).body.code).toBe('amount_differs')
    const rrr = await anRrr(api, applicant, { amount: 13_500.5 })
    expect(rrr).not.toBe(old)
    expect((await paymentRows(api, applicant)).map(({ status }) => status)).toEqual(['superseded', 'open'])
  })

  test('tells an applicant who has paid', async () => {
    const { status, body } = await pressGenerate(api, await aPaidApplicant(api))
    expect(status).toBe(409)
    expect(body.code).toBe('already_paid')
  })

  test('sends the provider the applicant’s name and keeps none of it in the record', async () => {
    const applicant = await anApplicant(api, { surname: 'Zubairu-Quist', phone: '08099998888' })
    await anRrr(api, applicant)
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
  test('answers a new RRR and leaves the old one payable', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    const rrr = await anRrr(api, applicant, { regenerate: true })
    expect(rrr).not.toBe(old)
    expect(await anRrr(api, applicant)).toBe(rrr)
    expect(await paymentNotes(api, applicant)).toEqual(['requested', 'issued', 'requested', 'superseded', 'issued'])

    await payAtBank(api, old)
    const { status, body } = await verifyRrr(api, applicant, old)
    expect(status).toBe(200)
    expect(body.data.RRR).toBe(old)
    expect((await paymentRows(api, applicant)).map(({ status }) => status)).toEqual(['paid', 'superseded'])
  })

  test('gives the first one when there is none', async () => {
    expect(await anRrr(api, await anApplicant(api), { regenerate: true })).toMatch(/^\d{12}$/)
  })

  test('has an end for a day', async () => {
    const applicant = await anApplicant(api)
    for (let at = 0; at < 20; at++) await anRrr(api, applicant, { regenerate: true })
    const { status, body } = await pressGenerate(api, applicant, { regenerate: true })
    expect(status).toBe(429)
    expect(body.message).toBe('You have generated many RRRs today. Pay one of them, or generate another one tomorrow.')
    expect((await pressGenerate(api, applicant)).status).toBe(200)
  })
})

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

describe('one’s own payment', () => {
  const mine = (token: string) => api.call('GET', '/payments/my', { token })

  test('is 404 as long as there is none', async () => {
    const { status, body } = await mine((await anApplicant(api)).token)
    expect(status).toBe(404)
    expect(body).toMatchObject({ statusCode: 404, code: 'no_payment' })
  })

  test('is the newest RRR until one is paid, with the times of the checks', async () => {
    const applicant = await anApplicant(api)
    await anRrr(api, applicant)
    const rrr = await anRrr(api, applicant, { regenerate: true })
    const { body } = await mine(applicant.token)
    expect(body.data).toEqual({
      createdAt: expect.any(String),
      amount: 12_000,
      chargedAmount: due,
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
    expect(Date.parse((await mine(applicant.token)).body.data.lastCheckedAt)).toBeGreaterThan(0)
  })

  test('is the paid one, be it the older', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    await anRrr(api, applicant, { regenerate: true })
    await payAtBank(api, old)
    await verifyRrr(api, applicant, old)
    const { data } = (await mine(applicant.token)).body
    expect(data).toMatchObject({ reference: old, status: 'paid', paymentType: 'Remita', nextCheckAt: null })
    expect(data.createdAt).toBe(data.paidAt)
  })

  test('is never somebody else’s', async () => {
    const payer = await anApplicant(api)
    await anRrr(api, payer)
    const other = await anApplicant(api)
    expect((await mine(other.token)).status).toBe(404)
  })

  test('is there again after another login', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    expect((await mine(await logIn(api, applicant.userId))).body.data.reference).toBe(rrr)
  })
})
