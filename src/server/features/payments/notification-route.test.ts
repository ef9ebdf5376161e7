import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '#server/app-error.ts'
import { paymentEvents } from '#server/database/schema/payments.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  countRemitaCalls,
  countWaitingReceipts,
  createRrr,
  payRrr,
  readPaymentNotes,
  readPayments,
  runDueChecks,
  setRemitaFaults,
} from '#tests/support/api/payments.ts'
import { createApplicant } from '#tests/support/fixtures/applicants.ts'
import { minCheckIntervalMs } from './polling/check-schedule.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.remita.control('reset', {})
  await api.forgetRateLimits()
})

async function notify(body: string, contentType?: string) {
  const response = await api.fetch('/api/v1/payments/remita-notification', {
    method: 'POST',
    body,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })
  const type = response.headers.get('content-type')
  return { status: response.status, type, text: await response.text() }
}

const accepted = { status: 200, type: 'text/plain; charset=utf-8', text: 'Ok' }
const readStatuses = async (applicant: { id: string }) => (await readPayments(api, applicant)).map((row) => row.status)

test('a payment at a bank branch is found at once by its notification', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr)
  const deliveries = (await api.remita.control('notifications')) as { outcome: object }[]
  expect(deliveries.map(({ outcome }) => outcome)).toEqual([{ status: 200, body: 'Ok' }])
  await runDueChecks(api)
  expect(await readStatuses(applicant)).toEqual(['paid'])
  expect(await countWaitingReceipts(api, applicant)).toBe(1)
})

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined])(
  'is read as JSON with the content type %s',
  async (contentType) => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await setRemitaFaults(api, { notification: { none: true } })
    await payRrr(api, rrr)
    expect(await notify(JSON.stringify([{ rrr }]), contentType)).toEqual(accepted)
    await runDueChecks(api)
    expect(await readStatuses(applicant)).toEqual(['paid'])
  },
)

test.each(['object', 'sparse', 'otherCase'])('is read in the shape %s', async (shape) => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await setRemitaFaults(api, { notification: { shape } })
  await payRrr(api, rrr)
  await runDueChecks(api)
  expect(await readStatuses(applicant)).toEqual(['paid'])
})

describe('is not proof of payment:', () => {
  test('for an unpaid RRR it changes nothing', async () => {
    const applicant = await createApplicant(api)
    const rrr = await createRrr(api, applicant)
    await api.remita.control('notify', { rrr, amount: 9_999_999 })
    await runDueChecks(api)
    expect(await readStatuses(applicant)).toEqual(['open'])
    expect(await countRemitaCalls(api)).toMatchObject({ status: 1 })
  })

  test('for an RRR that was never issued it is accepted without a check', async () => {
    expect(await notify(JSON.stringify([{ rrr: '999999999999', amount: 9_999_999 }]))).toEqual(accepted)
    await runDueChecks(api)
    expect(await countRemitaCalls(api)).toEqual({})
  })
})

test('sent twice, or ten times at once, it causes one check', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await setRemitaFaults(api, { notification: { double: true } })
  await payRrr(api, rrr)
  await Promise.all(Array.from({ length: 10 }, () => notify(JSON.stringify([{ rrr }, { rrr }]))))
  await runDueChecks(api)
  expect(await countRemitaCalls(api)).toMatchObject({ status: 1 })
  expect((await readPaymentNotes(api, applicant)).filter((note) => note === 'paid')).toHaveLength(1)
  expect(await countWaitingReceipts(api, applicant)).toBe(1)
})

test('a flood of notifications neither fills the table nor the provider’s API', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  const startedAt = api.clock.now().getTime()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 30 }, () => notify(JSON.stringify([{ rrr }]))))
    await runDueChecks(api)
  }
  // One at once, and one more for each interval that passed on a slow machine.
  const intervals = Math.floor((api.clock.now().getTime() - startedAt) / minCheckIntervalMs)
  expect((await countRemitaCalls(api)).status).toBeLessThanOrEqual(1 + intervals)
  const notes = await readPaymentNotes(api, applicant)
  expect(notes.filter((note) => note === 'notified').length).toBeLessThanOrEqual(60)
})

test('fifty notifications of a payment are recorded in an hour', async () => {
  const applicant = await createApplicant(api)
  const rrr = await createRrr(api, applicant)
  await api.database.pool.query(
    `insert into payment_events (payment_id, rrr, kind, detail, at)
     select id, rrr, 'notified', '{}', $2 from payments, generate_series(1, 49) where rrr = $1`,
    [rrr, api.clock.now()],
  )
  const countNotified = async () =>
    (await readPaymentNotes(api, applicant)).filter((note) => note === 'notified').length
  const counts: number[] = []
  for (let n = 0; n < 2; n++) {
    await notify(JSON.stringify([{ rrr }]))
    counts.push(await countNotified())
  }
  api.clock.advance(3_600_001)
  await notify(JSON.stringify([{ rrr }]))
  expect([...counts, await countNotified()]).toEqual([50, 50, 51])
})

test('when it cannot be queued, the answer makes the provider try again', async () => {
  const rrr = await createRrr(api, await createApplicant(api))
  await api.database.pool.query('alter table payment_events rename to payment_events_away')
  const countLogged = () => api.log().split('a payment notification could not be processed').length - 1
  // What is no notification must not hide from the log what fails here.
  await notify('{"rrr":', 'application/json')
  expect(countLogged()).toBe(0)
  const answer = await notify(JSON.stringify([{ rrr }]))
  // A burst is one line a minute.
  for (let n = 0; n < 3; n++) await notify(JSON.stringify([{ rrr }]))
  expect(countLogged()).toBe(1)
  api.clock.advance(60_000)
  await notify(JSON.stringify([{ rrr }]))
  expect(countLogged()).toBe(2)
  await api.database.pool.query('alter table payment_events_away rename to payment_events')
  expect(answer).toEqual({ ...accepted, status: 503, text: 'Not Ok' })
  vi.spyOn(api.services.payments, 'acceptNotification').mockRejectedValueOnce(new AppError('unexpected'))
  expect((await notify(JSON.stringify([{ rrr }]))).status).toBe(503)
  expect(await notify(JSON.stringify([{ rrr }]))).toEqual(accepted)
})

test('its data about the payer is not stored', async () => {
  const applicant = await createApplicant(api, { surname: 'Ironkwe', phone: '08077776666' })
  const rrr = await createRrr(api, applicant)
  await payRrr(api, rrr)
  await runDueChecks(api)
  const events = await api.database.db.select().from(paymentEvents).where(eq(paymentEvents.rrr, rrr))
  expect(events.map(({ kind }) => kind)).toEqual(['issued', 'notified', 'answer', 'paid'])
  expect(JSON.stringify(events)).not.toMatch(/Ironkwe|08077776666|example\.org/)
})

describe('a body that is', () => {
  test.each([
    ['not JSON', '{"rrr":'],
    ['empty', ''],
  ])('%s is refused in plain text', async (_how, body) => {
    expect(await notify(body, 'application/json')).toEqual({ ...accepted, status: 400, text: 'Not Ok' })
  })

  test.each(['null', '7', '"310007123456"', '[]', '[[]]', '{"rrr":123}', '[{"rrr":"12345678901x"}]'])(
    '%s is accepted without a check',
    async (body) => {
      expect(await notify(body, 'application/json')).toEqual(accepted)
    },
  )

  test('too large is refused in plain text', async () => {
    const { status: code, text } = await notify(JSON.stringify([{ rrr: 'x'.repeat(200_000) }]))
    expect([code, text]).toEqual([413, 'Not Ok'])
  })
})

test('who notifies too often, or while the server fails, is told when to come back', async () => {
  const send = () => api.fetch('/api/v1/payments/remita-notification', { method: 'POST', body: '[]' })
  vi.spyOn(api.services.payments, 'acceptNotification').mockRejectedValueOnce(new AppError('unexpected'))
  expect((await send()).headers.get('retry-after')).toBe('5')
  for (let sent = 1; sent < 120; sent += 1) expect((await send()).status).toBe(200)
  const refused = await send()
  expect([refused.status, await refused.text()]).toEqual([429, 'Not Ok'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})
