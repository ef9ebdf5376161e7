// Polling an RRR that is paid days later, never, or while the provider is down.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  countRemitaCalls,
  countWaitingReceipts,
  createRrr,
  dueNaira,
  payRrr,
  postGenerateRrr,
  readPaymentNotes,
  readPayments,
  runDueChecks,
  setRemitaFaults,
  verifyRrr,
} from '#tests/support/api/payments.ts'
import { createApplicant, logIn, type TestApplicant } from '#tests/support/fixtures/applicants.ts'
import { findPayment } from '../store.ts'
import { schedulePolling } from './schedule-polling.ts'

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
  // Jobs of earlier tests must not run.
  await api.database.pool.query('delete from graphile_worker._private_jobs')
  await setRemitaFaults(api, { notification: { none: true } })
})

const readStatuses = async (applicant: TestApplicant) => (await readPayments(api, applicant)).map((row) => row.status)

async function passTime(ms: number) {
  api.clock.advance(ms)
  await runDueChecks(api)
}

/** In steps, so that every scheduled check runs. */
async function passDays(days: number) {
  for (let at = 0; at < days * 2; at++) await passTime(day / 2)
}

test('a payment at a branch is found within minutes although no notification comes', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr)
  await passTime(minute)
  expect(await readStatuses(applicant)).toEqual(['open'])
  await passTime(minute + 1000)
  expect(await readStatuses(applicant)).toEqual(['paid'])
  expect(await countWaitingReceipts(api, applicant)).toBe(1)
  expect((await readPayments(api, applicant))[0]?.nextCheckAt).toBeNull()
  const asked = (await countRemitaCalls(api)).status
  await passTime(day)
  expect((await countRemitaCalls(api)).status).toBe(asked)
})

test('who read the payment before it was paid plans no further check, and none of another payment', async () => {
  const [applicant, other] = [await createApplicant(api), await createApplicant(api)]
  await createRrr(api, other)
  const [othersBefore] = await readPayments(api, other)
  api.clock.advance(minute)
  const rrr = await createRrr(api, applicant)
  const [row] = await readPayments(api, applicant)
  const { db } = api.database
  const before = await findPayment(db, row?.id ?? '')
  await payRrr(api, rrr)
  await verifyRrr(api, applicant, rrr)
  if (before) await schedulePolling(db, before, api.clock.now(), false)
  expect(await readPayments(api, applicant)).toMatchObject([{ status: 'paid', nextCheckAt: null }])
  expect(await readPayments(api, other)).toMatchObject([{ nextCheckAt: othersBefore?.nextCheckAt }])
})

test('a notification during a check is not delayed', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await setRemitaFaults(api, { status: { code: '021', delayMs: 800, times: 1 } })
  const check = passTime(3 * minute)
  await expect.poll(async () => (await countRemitaCalls(api)).status).toBe(1)
  await payRrr(api, rrr)
  await check
  await runDueChecks(api)
  expect(await readStatuses(applicant)).toEqual(['paid'])
})

test('a payment days later on a superseded RRR is found by polling', async () => {
  const applicant = await createApplicant(api)
  const old = await createRrr(api, applicant)
  await createRrr(api, applicant, { regenerate: true })
  await passDays(5)
  await payRrr(api, old)
  await passTime(12 * hour)
  expect(await readStatuses(applicant)).toEqual(['paid', 'superseded'])
  const token = await logIn(api, applicant.userId)
  expect((await api.call('GET', '/users/me', { token })).body.data).toMatchObject({ paymentStatus: true, rrr: null })
})

test('the time of the next check is shown, and the interval grows from minutes to hours', async () => {
  const applicant = await createApplicant(api)
  await createRrr(api, applicant)
  const waits: number[] = []
  for (let at = 0; at < 12; at++) {
    const [row] = await readPayments(api, applicant)
    const wait = (row?.nextCheckAt?.getTime() ?? 0) - api.clock.now().getTime()
    waits.push(wait)
    await passTime(wait + 10)
  }
  expect(waits[0]).toBeLessThanOrEqual(2 * minute)
  expect(waits.at(-1)).toBeGreaterThan(hour)
  expect(await countRemitaCalls(api)).toMatchObject({ status: 12 })
})

test('an RRR that nobody pays expires after two months, and can still be paid', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await passDays(61)
  expect(await readStatuses(applicant)).toEqual(['expired'])
  const { rows } = await api.database.pool.query(
    `select actor, detail from audit_log where account_id = $1 and action = 'payment_expired'`,
    [applicant.id],
  )
  const detail = { paymentId: expect.any(String), rrr, dueKobo: dueNaira * 100, paidKobo: 0 }
  expect(rows).toEqual([{ actor: 'system', detail }])
  const asked = (await countRemitaCalls(api)).status ?? 0
  await passDays(3)
  expect((await countRemitaCalls(api)).status).toBe(asked)

  const token = await logIn(api, applicant.userId)
  expect((await api.call('GET', '/payments/my', { token })).body.data).toMatchObject({
    status: 'expired',
    reference: rrr,
    nextCheckAt: null,
  })
  await payRrr(api, rrr)
  expect((await verifyRrr(api, { token }, rrr)).status).toBe(200)
  expect(await readStatuses(applicant)).toEqual(['paid'])
})

test('a new RRR can be generated once the old one has expired', async () => {
  const applicant = await createApplicant(api)
  const old = await createRrr(api, applicant)
  await passTime(61 * day)
  expect(await readStatuses(applicant)).toEqual(['expired'])
  const token = await logIn(api, applicant.userId)
  expect(await createRrr(api, { token })).not.toBe(old)
})

describe('while the provider is down', () => {
  test('nothing changes, polling lasts longer, and the payment is found afterwards', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await setRemitaFaults(api, { status: { http500: true }, notification: { none: true } })
    await payRrr(api, rrr)
    await passDays(62)
    expect(await readPayments(api, applicant)).toMatchObject([{ status: 'open', checkedAt: null }])
    await setRemitaFaults(api, {})
    await passTime(12 * hour)
    expect(await readStatuses(applicant)).toEqual(['paid'])
  })
})

test('an RRR whose answer was lost is found by polling, without another request', async () => {
  const applicant = await createApplicant(api)
  await setRemitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true, times: 1 } })
  expect((await postGenerateRrr(api, applicant)).status).toBe(503)
  await passTime(3 * minute)
  const [row] = await readPayments(api, applicant)
  expect(row?.status).toBe('open')
  // Its age is that of the RRR.
  expect(Number(row?.issuedAt) - Number(row?.createdAt)).toBeGreaterThanOrEqual(3 * minute)
  expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'recovered'])
})

test('a request of a server that stopped is looked up once its lease has expired', async () => {
  const applicant = await createApplicant(api)
  await setRemitaFaults(api, { generate: { hangUp: true, times: 1 }, orderStatus: { http500: true, times: 1 } })
  await postGenerateRrr(api, applicant)
  const later = new Date(api.clock.now().getTime() + 3 * minute)
  await api.database.pool.query('update payments set lease_expires_at = $1 where account_id = $2', [
    later,
    applicant.id,
  ])
  const before = (await countRemitaCalls(api)).orderStatus ?? 0
  await passTime(2 * minute + 1000)
  expect((await countRemitaCalls(api)).orderStatus ?? 0).toBe(before)
  await passTime(3 * minute)
  expect(await readStatuses(applicant)).toEqual(['open'])
})

test('a second payment of an applicant who has paid is found and recorded, without a second receipt', async () => {
  const applicant = await createApplicant(api)
  const old = await createRrr(api, applicant)
  const rrr = await createRrr(api, applicant, { regenerate: true })
  await payRrr(api, rrr)
  await passTime(3 * minute)
  await payRrr(api, old)
  await passDays(1)
  expect(await readStatuses(applicant)).toEqual(['paid', 'paid'])
  expect(await readPaymentNotes(api, applicant)).toContain('paid_again')
  expect(await countWaitingReceipts(api, applicant)).toBe(1)
})

test('an RRR that is paid twice is recorded as overpaid after the notification', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr)
  await passTime(3 * minute)
  await setRemitaFaults(api, {})
  await payRrr(api, rrr)
  await passTime(minute)
  expect(await readPaymentNotes(api, applicant)).toEqual(['requested', 'issued', 'paid', 'notified', 'overpaid'])
  expect((await readPayments(api, applicant))[0]).toMatchObject({ status: 'paid', paidKobo: 2_500_000 })
})
