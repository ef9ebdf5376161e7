import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accounts, auditLog, paymentEvents } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  anRrr,
  due,
  payAtBank,
  paymentNotes,
  paymentRows,
  pressGenerate,
  providerCalls,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { aNewApplicant, anApplicant, aPaidApplicant, logIn } from '#tests/support/fixtures/accounts.ts'

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
