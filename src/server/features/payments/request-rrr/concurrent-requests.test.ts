// Concurrent clicks, lost answers and crashed servers never create two RRRs for one click.
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { isUnavailable } from '#server/database/errors.ts'
import { payments } from '#server/database/schema/payments.ts'
import type { PaymentGateway } from '#server/providers/payment/payment-gateway.ts'
import { createRemitaGateway } from '#server/providers/payment/remita.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { callApi } from '#tests/support/api/call-api.ts'
import {
  countRemitaCalls,
  createRrr,
  dueNaira,
  postGenerateRrr,
  readAuditedPayments,
  readPaymentNotes,
  readPayments,
  setRemitaFaults,
} from '#tests/support/api/payments.ts'
import { createApplicant, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { raceAtLock } from '#tests/support/postgres/race-at-lock.ts'
import { createPaymentsService } from '../service.ts'
import { addPayment, findPayment, releaseLease, renewLease, saveState, takeOverLease } from '../store.ts'
import { awaitRrr } from './await-rrr.ts'
import { holdLease, leaseMs } from './lease.ts'

let api: TestApi
let other: Awaited<ReturnType<TestApi['startSecondServer']>>
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
  other = await api.startSecondServer()
})
afterAll(async () => {
  await other.close()
  await api.close()
})
beforeEach(() => api.remita.control('reset', {}))

const readOrders = async () => (await api.remita.control('orders')) as { rrr: string; orderId: string }[]

/** Alternates between the two servers. */
const requestMany = (count: number, { token }: TestApplicant, body: object) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      callApi(at % 2 === 0 ? api.url : other.url, 'POST', '/payments/remita-generate', { token, body }),
    ),
  )

test('nothing goes on once the RRR is there: its lease is not renewed any more', async () => {
  const applicant = await createApplicant(api)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    expect((await postGenerateRrr(api, applicant)).status).toBe(200)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a lease is of one RRR, while it is requested', async () => {
  const { db, pool } = api.database
  const [leaseExpiresAt, later] = [new Date('2030-01-01T00:00:00Z'), new Date('2030-01-01T00:01:00Z')]
  const request = async () => {
    const { id: accountId } = await createApplicant(api)
    const order = {
      accountId,
      orderId: `order of ${accountId}`,
      feeKobo: 1,
      chargeKobo: 0,
      createdAt: later,
      leaseExpiresAt,
    }
    return addPayment(db, order)
  }
  const [one, another] = [await request(), await request()]
  await releaseLease(db, one)
  expect(await renewLease(db, one, later)).toBe(false)
  expect(await renewLease(db, another, leaseExpiresAt)).toBe(true)
  await pool.query(`update payments set status = 'superseded', rrr = '800000000001' where id = $1`, [another.id])
  expect(await renewLease(db, another, later)).toBe(false)
  await expect(takeOverLease(db, another.id, later)).rejects.toThrow('no longer requested')
  await expect(saveState(db, another, another.state, later)).rejects.toThrow('no longer requested')
})

test('a held lease is renewed again and again, and given back in the end', async () => {
  const { db } = api.database
  const { id: accountId } = await createApplicant(api)
  const at = (ms: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + ms)
  let now = at(0)
  let failures = 0
  const order = { accountId, orderId: `order of ${accountId}`, feeKobo: 1, chargeKobo: 0, createdAt: now }
  const payment = await addPayment(db, { ...order, leaseExpiresAt: at(leaseMs) })
  const readLease = async () => (await findPayment(db, payment.id))?.leaseExpiresAt
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    // Until a moment that there is not nothing is renewed.
    const clock = () => (failures-- > 0 ? new Date(Number.NaN) : now)
    const lease = holdLease({ database: api.database, clock }, payment)
    for (const ms of [leaseMs / 2, leaseMs]) {
      now = at(ms)
      // A renewal that fails is repeated.
      failures = 1
      vi.advanceTimersToNextTimer()
      vi.advanceTimersToNextTimer()
      await expect.poll(readLease).toEqual(at(ms + leaseMs))
    }
    // A renewal is under way.
    now = at(2 * leaseMs)
    const release = () => {
      vi.advanceTimersToNextTimer()
      return lease.release()
    }
    await raceAtLock(api.database.url, `select from payments where id = '${payment.id}' for update`, [release])
    expect(await readLease()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('who waits for the RRR of another request gets none of another amount, and waits neither for a server that is gone nor for one that got none', async () => {
  const { db, pool } = api.database
  const { id: accountId } = await createApplicant(api)
  let asked = 0
  const dependencies = {
    database: api.database,
    gateway: createRemitaGateway(api.config.remita),
    clock: () => {
      asked += 1
      return api.clock.now()
    },
    log: { error() {} },
  }
  const now = api.clock.now()
  const leaseExpiresAt = new Date(now.getTime() + 60_000)
  const order = { accountId, orderId: `order of ${accountId}`, feeKobo: 1, chargeKobo: 0, createdAt: now }
  const payment = await addPayment(db, { ...order, leaseExpiresAt })
  const { id } = payment
  expect(await awaitRrr({ ...dependencies, clock: () => leaseExpiresAt }, id)).toBeNull()
  await releaseLease(db, payment)
  await expect(awaitRrr(dependencies, id)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  await takeOverLease(db, id, leaseExpiresAt)
  asked = 0
  const request = { accountId, amountNaira: dueNaira, regenerate: false }
  const generated = createPaymentsService(dependencies).generateRrr(request)
  // It has decided to wait, and waits.
  await expect.poll(() => asked).toBeGreaterThan(2)
  await pool.query(`update payments set status = 'open', rrr = '800000000002', lease_expires_at = null where id = $1`, [
    id,
  ])
  expect(await generated).not.toBe('800000000002')
})

describe('fifty concurrent requests to two servers', () => {
  test('V2.3.4 all get the same RRR', async () => {
    await setRemitaFaults(api, { generate: { delayMs: 300 } })
    const applicant = await createApplicant(api)
    const answers = await requestMany(50, applicant, { amount: dueNaira })
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map(({ body }) => body.data.RRR)).size).toBe(1)
    expect(await readOrders()).toHaveLength(1)
    expect(await countRemitaCalls(api)).toEqual({ generate: 1 })
    expect(await readPayments(api, applicant)).toMatchObject([{ status: 'open', leaseExpiresAt: null }])
  })

  test('of Re-Generate get one new RRR', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    await setRemitaFaults(api, { generate: { delayMs: 1500 } })
    const answers = await requestMany(50, applicant, { amount: dueNaira, regenerate: true })
    const rrrs = new Set(answers.map(({ body }) => body.data.RRR))
    expect(rrrs.size).toBe(1)
    expect(rrrs).not.toContain(old)
    expect(await readOrders()).toHaveLength(2)
  })

  test('whose answer is lost get the RRR that was issued', async () => {
    await setRemitaFaults(api, { generate: { hangUp: true, delayMs: 300, times: 1 } })
    const applicant = await createApplicant(api)
    const answers = await requestMany(50, applicant, { amount: dueNaira })
    const [order, ...more] = await readOrders()
    expect(more).toEqual([])
    expect(answers.map(({ body }) => body.data?.RRR)).toEqual(Array(50).fill(order?.rrr))
    expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
  })

  test('during an outage are asked to try again later, and the next request succeeds', async () => {
    await setRemitaFaults(api, { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
    const applicant = await createApplicant(api)
    const answers = await requestMany(50, applicant, { amount: dueNaira })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['payment_provider_unavailable']))
    await setRemitaFaults(api, {})
    await createRrr(api, applicant)
    expect(await readOrders()).toHaveLength(1)
    expect(await readPayments(api, applicant)).toHaveLength(1)
  })
})

describe('an answer of Generate that is', () => {
  test.each<[string, object]>([
    ['lost', { hangUp: true }],
    ['a server error, though the RRR was issued', { http500: true }],
    ['garbage', { html: true }],
    ['without end', { oversized: true }],
    ['redirected', { redirect: true }],
    ['025 without an RRR', { emptyRrr: true }],
  ])('%s is recovered by looking the order up', async (_how, fault) => {
    await setRemitaFaults(api, { generate: { ...fault, times: 1 } })
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr }])
    expect(await countRemitaCalls(api)).toEqual({ generate: 1, orderStatus: 1 })
  })

  test.each<[string, object]>([
    ['lost, as was the request', { hangUp: true, lost: 'request' }],
    ['a server error, and the request was lost', { http500: true, lost: 'request' }],
    ['an unknown code', { code: '777' }],
    ['"unknown"', { code: '998' }],
  ])('%s is requested once more, for the same order', async (_how, fault) => {
    await setRemitaFaults(api, { generate: { ...fault, times: 1 } })
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    const [row] = await readPayments(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr, orderId: row?.orderId }])
    expect(await countRemitaCalls(api)).toEqual({ generate: 2, orderStatus: 1 })
  })

  test.each(['jsonp', 'tight', 'semicolon', 'bare'])('wrapped as %s is read', async (wrapper) => {
    await setRemitaFaults(api, { generate: { wrapper, extraOrderId: true } })
    expect(await createRrr(api, await createApplicant(api))).toMatch(/^\d{12}$/)
    expect(await countRemitaCalls(api)).toEqual({ generate: 1 })
  })
})

describe('a requested RRR without an answer', () => {
  const lostForNow = { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true } }

  test('is found by the next request', async () => {
    await setRemitaFaults(api, lostForNow)
    const applicant = await createApplicant(api)
    expect((await postGenerateRrr(api, applicant)).status).toBe(503)
    // It is not requested again while the provider does not say whether it knows the order.
    expect((await countRemitaCalls(api)).generate).toBe(1)
    await setRemitaFaults(api, {})
    const rrr = await createRrr(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr }])
    expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
    expect((await countRemitaCalls(api)).generate).toBe(1)
  })

  test('that never arrives is requested twice, and anew by the next request', async () => {
    await setRemitaFaults(api, { generate: { hangUp: true, lost: 'request' } })
    const applicant = await createApplicant(api)
    expect((await postGenerateRrr(api, applicant)).status).toBe(503)
    expect(await countRemitaCalls(api)).toEqual({ generate: 2, orderStatus: 2 })
    await setRemitaFaults(api, {})
    const rrr = await createRrr(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr }])
  })

  test.each(['028', '055', 'DUPLICATE_REQUEST'])('is found by its order after a duplicate: %s', async (code) => {
    await setRemitaFaults(api, lostForNow)
    const applicant = await createApplicant(api)
    await postGenerateRrr(api, applicant)
    // The provider does not find the order at first, and reports a duplicate when it is requested again.
    await setRemitaFaults(api, { generate: { duplicateAs: code }, orderStatus: { code: '026', times: 1 } })
    const rrr = await createRrr(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr }])
  })

  test('is returned though the provider adds its fee to the amount', async () => {
    await setRemitaFaults(api, { generate: { hangUp: true }, orderStatus: { overpaid: true } })
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    expect(await readOrders()).toMatchObject([{ rrr }])
    expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
  })

  test('is not returned when it has a lower amount', async () => {
    await setRemitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { underpaid: true, times: 1 } })
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    expect(await readPayments(api, applicant)).toMatchObject([{ status: 'superseded' }, { status: 'open', rrr }])
    expect(await readPaymentNotes(api, applicant)).toContain('amount_differs')
    const audited = ['payment_recovered', 'payment_amount_differs', 'payment_issued']
    expect(await readAuditedPayments(api, applicant)).toEqual(audited)
  })

  test('leaves the open RRR as it is', async () => {
    const applicant = await createApplicant(api)
    const old = await createRrr(api, applicant)
    await setRemitaFaults(api, { generate: { http500: true, lost: 'request' }, orderStatus: { http500: true } })
    expect((await postGenerateRrr(api, applicant, { regenerate: true })).status).toBe(503)
    expect((await api.call('GET', '/payments/my', applicant)).body.data.reference).toBe(old)
    expect(await createRrr(api, applicant)).toBe(old)
    await setRemitaFaults(api, {})
    const rrr = await createRrr(api, applicant, { regenerate: true })
    expect(rrr).not.toBe(old)
    expect(await readOrders()).toHaveLength(2)
  })

  test('because of a crashed server is resumed by the next request', async () => {
    await setRemitaFaults(api, lostForNow)
    const applicant = await createApplicant(api)
    await postGenerateRrr(api, applicant)
    await setRemitaFaults(api, {})
    // As after a server crashed before the answer: first its lease is valid, then it has expired.
    await setLease(applicant, new Date(api.clock.now().getTime() + 60_000))
    const answer = postGenerateRrr(api, applicant)
    await setLease(applicant, new Date(api.clock.now().getTime() - 1))
    const { status, body } = await answer
    expect(status).toBe(200)
    expect(await readOrders()).toMatchObject([{ rrr: body.data.RRR }])
  })
})

test('an RRR that the provider has already issued to another account is rejected', async () => {
  const owner = await createApplicant(api)
  const rrr = await createRrr(api, owner)
  const applicant = await createApplicant(api)
  const errors: object[] = []
  const createPayments = (generate: PaymentGateway['generateRrr']) =>
    createPaymentsService({
      database: api.database,
      gateway: { ...createRemitaGateway(api.config.remita), generateRrr: generate },
      clock: api.clock.now,
      log: { error: (detail) => errors.push(detail) },
    })
  const request = { accountId: applicant.id, amountNaira: dueNaira, regenerate: false }
  // A defect of ours is no answer of the provider.
  const broken = createPayments(() => Promise.reject(new TypeError('not a function')))
  await expect(broken.generateRrr(request)).rejects.toThrow('not a function')
  expect(errors).toEqual([])
  // The simulator has no fault that issues the same RRR twice.
  const payments = createPayments(async () => ({ kind: 'issued', rrr }))
  await expect(payments.generateRrr(request)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  expect(errors).toHaveLength(1)
  expect(await readPayments(api, applicant)).toMatchObject([{ status: 'requested', rrr: null, leaseExpiresAt: null }])
  expect(await createRrr(api, applicant)).not.toBe(rrr)
})

test('a database that goes away meanwhile leaves the lease to expire, and the next request finds the RRR', async () => {
  const applicant = await createApplicant(api)
  const database = connect(api.database.url)
  const remita = createRemitaGateway(api.config.remita)
  const payments = createPaymentsService({
    database,
    gateway: {
      ...remita,
      async generateRrr(order) {
        const answer = await remita.generateRrr(order)
        await database.close()
        return answer
      },
    },
    clock: api.clock.now,
    log: { error() {} },
  })
  const request = { accountId: applicant.id, amountNaira: dueNaira, regenerate: false }
  await expect(payments.generateRrr(request)).rejects.toSatisfy(isUnavailable)
  const [order] = await readOrders()
  await setLease(applicant, api.clock.now())
  expect(await createRrr(api, applicant)).toBe(order?.rrr)
})

test('wrong credentials look like an outage to the applicant, and alert the staff once', async () => {
  await setRemitaFaults(api, { generate: { code: '020' } })
  for (let at = 0; at < 3; at++) {
    const { status, body } = await postGenerateRrr(api, await createApplicant(api))
    expect(status).toBe(503)
    expect(body.message).not.toMatch(/020|credential|merchant/i)
  }
  expect(await countRemitaCalls(api)).toEqual({ generate: 3 })
  const alerts = sql`select detail from audit_log where action = 'payment_credentials_refused'`
  expect((await api.database.db.execute(alerts)).rows).toEqual([{ detail: { code: '020' } }])
  expect(api.log().match(/payment_credentials_refused/g)).toHaveLength(1)

  api.clock.advance(61 * 60_000)
  await postGenerateRrr(api, await createApplicant(api))
  expect((await api.database.db.execute(alerts)).rows).toHaveLength(2)
})

const setLease = (applicant: TestApplicant, leaseExpiresAt: Date) =>
  api.database.db.update(payments).set({ leaseExpiresAt }).where(eq(payments.accountId, applicant.id))
