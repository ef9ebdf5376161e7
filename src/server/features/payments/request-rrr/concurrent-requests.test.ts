// Many presses, lost answers and servers that go down: never two RRRs for one press.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payments } from '#server/platform/database/schema/schema.ts'
import { remita } from '#server/providers/payment/remita.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import {
  anRrr,
  due,
  paymentNotes,
  paymentRows,
  pressGenerate,
  providerCalls,
  remitaFaults,
} from '#tests/support/api/payments.ts'
import { anApplicant, type TestApplicant } from '#tests/support/fixtures/accounts.ts'
import { paymentService } from '../service.ts'

let api: TestApi
let other: Awaited<ReturnType<TestApi['second']>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  other = await api.second()
})
afterAll(async () => {
  await other.close()
  await api.close()
})
beforeEach(() => api.remita.control('reset', {}))

const orders = async () => (await api.remita.control('orders')) as { rrr: string; orderId: string }[]

/** Every other press goes to the other server. */
const pressMany = (count: number, { token }: TestApplicant, body: object) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      callApi(at % 2 === 0 ? api.url : other.url, 'POST', '/payments/remita-generate', { token, body }),
    ),
  )

describe('fifty presses at once, on two servers,', () => {
  test('come to one RRR that all of them are answered', async () => {
    await remitaFaults(api, { generate: { delayMs: 300 } })
    const applicant = await anApplicant(api)
    const answers = await pressMany(50, applicant, { amount: due })
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.RRR)).size).toBe(1)
    expect(await orders()).toHaveLength(1)
    expect(await providerCalls(api)).toEqual({ generate: 1 })
    expect(await paymentRows(api, applicant)).toMatchObject([{ status: 'open', askingUntil: null }])
  })

  test('of Re-Generate come to one new RRR', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    await remitaFaults(api, { generate: { delayMs: 1500 } })
    const answers = await pressMany(50, applicant, { amount: due, regenerate: true })
    const rrrs = new Set(answers.map(({ body }) => body.data.RRR))
    expect(rrrs.size).toBe(1)
    expect(rrrs).not.toContain(old)
    expect(await orders()).toHaveLength(2)
  })

  test('whose answer is lost come to the RRR that was issued', async () => {
    await remitaFaults(api, { generate: { hangUp: true, delayMs: 300, times: 1 } })
    const applicant = await anApplicant(api)
    const answers = await pressMany(50, applicant, { amount: due })
    const [order, ...more] = await orders()
    expect(more).toEqual([])
    expect(answers.map(({ body }) => body.data?.RRR)).toEqual(Array(50).fill(order?.rrr))
    expect(await paymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
  })

  test('during an outage are all told to try again, and leave nothing that is in the way', async () => {
    await remitaFaults(api, { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
    const applicant = await anApplicant(api)
    const answers = await pressMany(50, applicant, { amount: due })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['payment_provider_unavailable']))
    await remitaFaults(api, {})
    await anRrr(api, applicant)
    expect(await orders()).toHaveLength(1)
    expect(await paymentRows(api, applicant)).toHaveLength(1)
  })
})

describe('an answer of Generate that is', () => {
  test.each<[string, object]>([
    ['lost', { hangUp: true }],
    ['an error of the server, though the RRR was issued', { http500: true }],
    ['garbage', { html: true }],
    ['without end', { oversized: true }],
    ['redirected', { redirect: true }],
    ['025 without an RRR', { emptyRrr: true }],
  ])('%s is made good by looking the order up', async (_how, fault) => {
    await remitaFaults(api, { generate: { ...fault, times: 1 } })
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    expect(await orders()).toMatchObject([{ rrr }])
    expect(await providerCalls(api)).toEqual({ generate: 1, orderStatus: 1 })
  })

  test.each<[string, object]>([
    ['lost, as was the request', { hangUp: true, lost: 'request' }],
    ['an error of the server that never heard of it', { http500: true, lost: 'request' }],
    ['a code that nobody knows', { code: '777' }],
    ['"unknown"', { code: '998' }],
  ])('%s is asked for once more, for the same order', async (_how, fault) => {
    await remitaFaults(api, { generate: { ...fault, times: 1 } })
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    const [row] = await paymentRows(api, applicant)
    expect(await orders()).toMatchObject([{ rrr, orderId: row?.orderId }])
    expect(await providerCalls(api)).toEqual({ generate: 2, orderStatus: 1 })
  })

  test.each(['jsonp', 'tight', 'semicolon', 'bare'])('wrapped as %s is read', async (wrapper) => {
    await remitaFaults(api, { generate: { wrapper, extraOrderId: true } })
    expect(await anRrr(api, await anApplicant(api))).toMatch(/^\d{12}$/)
    expect(await providerCalls(api)).toEqual({ generate: 1 })
  })
})

describe('an RRR that was asked for and not heard of', () => {
  const lostForNow = { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true } }

  test('is found by the next press', async () => {
    await remitaFaults(api, lostForNow)
    const applicant = await anApplicant(api)
    expect((await pressGenerate(api, applicant)).status).toBe(503)
    await remitaFaults(api, {})
    const rrr = await anRrr(api, applicant)
    expect(await orders()).toMatchObject([{ rrr }])
    expect(await paymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
  })

  test.each(['028', '055', 'DUPLICATE_REQUEST'])('and is asked for again is found by its order: %s', async (code) => {
    await remitaFaults(api, lostForNow)
    const applicant = await anApplicant(api)
    await pressGenerate(api, applicant)
    // The provider has forgotten the order at first, and remembers it when it is asked for again.
    await remitaFaults(api, { generate: { duplicateAs: code }, orderStatus: { code: '026', times: 1 } })
    const rrr = await anRrr(api, applicant)
    expect(await orders()).toMatchObject([{ rrr }])
  })

  test('and asks for another amount is not the one to pay', async () => {
    await remitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { overpaid: true, times: 1 } })
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    expect(await paymentRows(api, applicant)).toMatchObject([{ status: 'superseded' }, { status: 'open', rrr }])
    expect(await paymentNotes(api, applicant)).toContain('amount_differs')
  })

  test('does not take away the RRR that there is', async () => {
    const applicant = await anApplicant(api)
    const old = await anRrr(api, applicant)
    await remitaFaults(api, { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
    expect((await pressGenerate(api, applicant, { regenerate: true })).status).toBe(503)
    expect(await anRrr(api, applicant)).toBe(old)
    await remitaFaults(api, {})
    const rrr = await anRrr(api, applicant, { regenerate: true })
    expect(rrr).not.toBe(old)
    expect(await orders()).toHaveLength(2)
  })

  test('because the server went down is taken up by the next press', async () => {
    await remitaFaults(api, lostForNow)
    const applicant = await anApplicant(api)
    await pressGenerate(api, applicant)
    await remitaFaults(api, {})
    // As the row stands when a server goes down between the question and the answer, and a moment after.
    await setAsking(applicant, new Date(api.clock.now().getTime() + 60_000))
    const press = pressGenerate(api, applicant)
    await setAsking(applicant, new Date(api.clock.now().getTime() - 1))
    const { status, body } = await press
    expect(status).toBe(200)
    expect(await orders()).toMatchObject([{ rrr: body.data.RRR }])
  })
})

test('an RRR that the provider has given to somebody else is given to nobody', async () => {
  const owner = await anApplicant(api)
  const rrr = await anRrr(api, owner)
  const applicant = await anApplicant(api)
  const errors: object[] = []
  const careless = paymentService({
    database: api.database,
    // No fault of the simulator makes an RRR twice.
    gateway: { ...remita(api.config.remita), generate: async () => ({ kind: 'issued', rrr }) },
    clock: api.clock.now,
    log: { error: (detail) => errors.push(detail) },
  })
  const press = { accountId: applicant.id, amountNaira: due, regenerate: false }
  await expect(careless.generate(press)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  expect(errors).toHaveLength(1)
  expect(await paymentRows(api, applicant)).toMatchObject([{ status: 'requested', rrr: null, askingUntil: null }])
  expect(await anRrr(api, applicant)).not.toBe(rrr)
})

test('wrong credentials are told to the applicant as an outage, and to the staff once', async () => {
  await remitaFaults(api, { generate: { code: '020' } })
  for (let at = 0; at < 3; at++) {
    const { status, body } = await pressGenerate(api, await anApplicant(api))
    expect(status).toBe(503)
    expect(body.message).not.toMatch(/020|credential|merchant/i)
  }
  expect(await providerCalls(api)).toEqual({ generate: 3 })
  const alerts = sql`select detail from audit_log where action = 'payment_credentials_refused'`
  expect((await api.database.db.execute(alerts)).rows).toEqual([{ detail: { code: '020' } }])
  expect(api.log().match(/payment_credentials_refused/g)).toHaveLength(1)

  api.clock.advance(61 * 60_000)
  await pressGenerate(api, await anApplicant(api))
  expect((await api.database.db.execute(alerts)).rows).toHaveLength(2)
})

const setAsking = (applicant: TestApplicant, askingUntil: Date) =>
  api.database.db.update(payments).set({ askingUntil }).where(eq(payments.accountId, applicant.id))
