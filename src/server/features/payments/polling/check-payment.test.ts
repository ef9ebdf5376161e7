// The watch over an RRR: paid days later, never, or while the provider is away.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  anRrr,
  payAtBank,
  paymentNotes,
  paymentRows,
  pressGenerate,
  providerCalls,
  remitaFaults,
  runDueChecks,
  verifyRrr,
  waitingReceipts,
} from '#tests/support/api/payments.ts'
import { anApplicant, logIn, type TestApplicant } from '#tests/support/fixtures/accounts.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.remita.control('reset', {})
  // What earlier tests left waiting is none of the next one's business.
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  await remitaFaults(api, { notification: { none: true } })
})

const statuses = async (applicant: TestApplicant) => (await paymentRows(api, applicant)).map((row) => row.status)

async function pass(ms: number) {
  api.clock.advance(ms)
  await runDueChecks(api)
}

/** Lets time pass in steps, as the schedule would see it. */
async function passDays(days: number) {
  for (let at = 0; at < days * 2; at++) await pass(day / 2)
}

test('a payment at a branch is found within minutes although no notification comes', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await payAtBank(api, rrr)
  await pass(minute)
  expect(await statuses(applicant)).toEqual(['open'])
  await pass(minute + 1000)
  expect(await statuses(applicant)).toEqual(['paid'])
  expect(await waitingReceipts(api, applicant)).toBe(1)
  expect((await paymentRows(api, applicant))[0]?.nextCheckAt).toBeNull()
})

test('a notification that comes while a check is under way is not put off', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await remitaFaults(api, { status: { code: '021', delayMs: 800, times: 1 } })
  const check = pass(3 * minute)
  await expect.poll(async () => (await providerCalls(api)).status).toBe(1)
  await payAtBank(api, rrr)
  await check
  await runDueChecks(api)
  expect(await statuses(applicant)).toEqual(['paid'])
})

test('a payment days later on an RRR that was superseded is found by itself', async () => {
  const applicant = await anApplicant(api)
  const old = await anRrr(api, applicant)
  await anRrr(api, applicant, { regenerate: true })
  await passDays(5)
  await payAtBank(api, old)
  await pass(12 * hour)
  expect(await statuses(applicant)).toEqual(['paid', 'superseded'])
  const token = await logIn(api, applicant.userId)
  expect((await api.call('GET', '/users/me', { token })).body.data).toMatchObject({ paymentStatus: true, rrr: null })
})

test('the next check is told, and grows from minutes to hours', async () => {
  const applicant = await anApplicant(api)
  await anRrr(api, applicant)
  const waits: number[] = []
  for (let at = 0; at < 12; at++) {
    const [row] = await paymentRows(api, applicant)
    const wait = (row?.nextCheckAt?.getTime() ?? 0) - api.clock.now().getTime()
    waits.push(wait)
    await pass(wait + 10)
  }
  expect(waits[0]).toBeLessThanOrEqual(2 * minute)
  expect(waits.at(-1)).toBeGreaterThan(hour)
  expect(await providerCalls(api)).toMatchObject({ status: 12 })
})

test('an RRR that nobody pays expires after two months, and is still payable', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await passDays(61)
  expect(await statuses(applicant)).toEqual(['expired'])
  const asked = (await providerCalls(api)).status ?? 0
  await passDays(3)
  expect((await providerCalls(api)).status).toBe(asked)

  const token = await logIn(api, applicant.userId)
  expect((await api.call('GET', '/payments/my', { token })).body.data).toMatchObject({
    status: 'expired',
    reference: rrr,
    nextCheckAt: null,
  })
  await payAtBank(api, rrr)
  expect((await verifyRrr(api, { token }, rrr)).status).toBe(200)
  expect(await statuses(applicant)).toEqual(['paid'])
})

test('a new RRR can be had once the old one has expired', async () => {
  const applicant = await anApplicant(api)
  const old = await anRrr(api, applicant)
  await passDays(61)
  const token = await logIn(api, applicant.userId)
  expect(await anRrr(api, { token })).not.toBe(old)
})

describe('while the provider is away', () => {
  test('nothing changes, the watch goes on beyond its end, and the payment is found in the end', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await remitaFaults(api, { status: { http500: true }, notification: { none: true } })
    await payAtBank(api, rrr)
    await passDays(62)
    expect(await paymentRows(api, applicant)).toMatchObject([{ status: 'open', checkedAt: null }])
    await remitaFaults(api, {})
    await pass(12 * hour)
    expect(await statuses(applicant)).toEqual(['paid'])
  })
})

test('an RRR whose answer was lost is found by the watch, without another press', async () => {
  const applicant = await anApplicant(api)
  await remitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true, times: 1 } })
  expect((await pressGenerate(api, applicant)).status).toBe(503)
  await pass(3 * minute)
  expect(await statuses(applicant)).toEqual(['open'])
  expect(await paymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
})

test('a request of a server that went down is left alone while it may still be answered, then looked up', async () => {
  const applicant = await anApplicant(api)
  await remitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true, times: 1 } })
  await pressGenerate(api, applicant)
  const later = new Date(api.clock.now().getTime() + 3 * minute)
  await api.database.pool.query('update payments set asking_until = $1 where account_id = $2', [later, applicant.id])
  const before = (await providerCalls(api)).orderStatus ?? 0
  await pass(2 * minute + 1000)
  expect((await providerCalls(api)).orderStatus ?? 0).toBe(before)
  await pass(3 * minute)
  expect(await statuses(applicant)).toEqual(['open'])
})

test('a second payment of an applicant who has paid is found and recorded, without a second receipt', async () => {
  const applicant = await anApplicant(api)
  const old = await anRrr(api, applicant)
  const rrr = await anRrr(api, applicant, { regenerate: true })
  await payAtBank(api, rrr)
  await pass(3 * minute)
  await payAtBank(api, old)
  await passDays(1)
  expect(await statuses(applicant)).toEqual(['paid', 'paid'])
  expect(await paymentNotes(api, applicant)).toContain('paid_again')
  expect(await waitingReceipts(api, applicant)).toBe(1)
})

test('the same RRR paid twice is recorded as too much when the notification comes', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await payAtBank(api, rrr)
  await pass(3 * minute)
  await remitaFaults(api, {})
  await payAtBank(api, rrr)
  await pass(minute)
  expect(await paymentNotes(api, applicant)).toEqual(['requested', 'issued', 'paid', 'notified', 'overpaid'])
  expect((await paymentRows(api, applicant))[0]).toMatchObject({ status: 'paid', paidKobo: 2_500_000 })
})
