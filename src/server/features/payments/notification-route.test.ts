import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentEvents } from '#server/platform/database/schema/schema.ts'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  anRrr,
  payAtBank,
  paymentNotes,
  paymentRows,
  providerCalls,
  remitaFaults,
  runDueChecks,
  waitingReceipts,
} from '#tests/support/api/payments.ts'
import { anApplicant } from '#tests/support/fixtures/accounts.ts'
import { shortestPauseMs } from './polling/check-schedule.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())
beforeEach(() => api.remita.control('reset', {}))

async function notify(body: string, contentType?: string) {
  const response = await api.fetch('/api/v1/payments/remita-notification', {
    method: 'POST',
    body,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  })
  const type = response.headers.get('content-type')
  return { status: response.status, type, words: await response.text() }
}

const taken = { status: 200, type: 'text/plain; charset=utf-8', words: 'Ok' }
const status = async (applicant: { id: string }) => (await paymentRows(api, applicant)).map((row) => row.status)

test('a payment at a bank branch is known at once by its notification', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await payAtBank(api, rrr)
  const deliveries = (await api.remita.control('notifications')) as { outcome: object }[]
  expect(deliveries.map(({ outcome }) => outcome)).toEqual([{ status: 200, body: 'Ok' }])
  await runDueChecks(api)
  expect(await status(applicant)).toEqual(['paid'])
  expect(await waitingReceipts(api, applicant)).toBe(1)
})

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined])(
  'is read as JSON under the content type %s',
  async (contentType) => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await remitaFaults(api, { notification: { none: true } })
    await payAtBank(api, rrr)
    expect(await notify(JSON.stringify([{ rrr }]), contentType)).toEqual(taken)
    await runDueChecks(api)
    expect(await status(applicant)).toEqual(['paid'])
  },
)

test.each(['object', 'sparse', 'otherCase'])('is understood in the shape %s', async (shape) => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await remitaFaults(api, { notification: { shape } })
  await payAtBank(api, rrr)
  await runDueChecks(api)
  expect(await status(applicant)).toEqual(['paid'])
})

describe('is no proof:', () => {
  test('one about an RRR that nobody has paid changes nothing', async () => {
    const applicant = await anApplicant(api)
    const rrr = await anRrr(api, applicant)
    await api.remita.control('notify', { rrr, amount: 9_999_999 })
    await runDueChecks(api)
    expect(await status(applicant)).toEqual(['open'])
    expect(await providerCalls(api)).toMatchObject({ status: 1 })
  })

  test('one about an RRR that was never issued is taken and asks nobody', async () => {
    expect(await notify(JSON.stringify([{ rrr: '999999999999', amount: 9_999_999 }]))).toEqual(taken)
    await runDueChecks(api)
    expect(await providerCalls(api)).toEqual({})
  })
})

test('sent twice, or ten times at once, it is asked about once', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  await remitaFaults(api, { notification: { double: true } })
  await payAtBank(api, rrr)
  await Promise.all(Array.from({ length: 10 }, () => notify(JSON.stringify([{ rrr }, { rrr }]))))
  await runDueChecks(api)
  expect(await providerCalls(api)).toMatchObject({ status: 1 })
  expect((await paymentNotes(api, applicant)).filter((note) => note === 'paid')).toHaveLength(1)
  expect(await waitingReceipts(api, applicant)).toBe(1)
})

test('a flood of them neither fills the record nor asks the provider without pause', async () => {
  const applicant = await anApplicant(api)
  const rrr = await anRrr(api, applicant)
  const startedAt = api.clock.now().getTime()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 30 }, () => notify(JSON.stringify([{ rrr }]))))
    await runDueChecks(api)
  }
  // One at once, and another for each whole pause that a busy machine needed.
  const pauses = Math.floor((api.clock.now().getTime() - startedAt) / shortestPauseMs)
  expect((await providerCalls(api)).status).toBeLessThanOrEqual(1 + pauses)
  const notes = await paymentNotes(api, applicant)
  expect(notes.filter((note) => note === 'notified').length).toBeLessThanOrEqual(60)
})

test('that can’t be queued is answered such that the provider tries again', async () => {
  const rrr = await anRrr(api, await anApplicant(api))
  await api.database.pool.query('alter table payment_events rename to payment_events_away')
  const answer = await notify(JSON.stringify([{ rrr }]))
  await api.database.pool.query('alter table payment_events_away rename to payment_events')
  expect(answer).toEqual({ ...taken, status: 503, words: 'Not Ok' })
  expect(await notify(JSON.stringify([{ rrr }]))).toEqual(taken)
})

test('what it says of the payer is not kept', async () => {
  const applicant = await anApplicant(api, { surname: 'Ironkwe', phone: '08077776666' })
  const rrr = await anRrr(api, applicant)
  await payAtBank(api, rrr)
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
    expect(await notify(body, 'application/json')).toEqual({ ...taken, status: 400, words: 'Not Ok' })
  })

  test.each(['null', '7', '"310007123456"', '[]', '[[]]', '{"rrr":123}', '[{"rrr":"12345678901x"}]'])(
    '%s is taken and asks nobody',
    async (body) => {
      expect(await notify(body, 'application/json')).toEqual(taken)
    },
  )

  test('too large is refused in plain text', async () => {
    const { status: code, words } = await notify(JSON.stringify([{ rrr: 'x'.repeat(200_000) }]))
    expect([code, words]).toEqual([413, 'Not Ok'])
  })
})
