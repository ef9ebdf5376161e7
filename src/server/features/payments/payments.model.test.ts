// Random sequences of requests, payments, provider faults and crashes: an applicant is paid if and only if the provider has
// the money, and gets one receipt. PAYMENT_SEQUENCES=2000 runs more sequences, PAYMENT_SEED=… repeats a run.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import {
  type Crash,
  captureOutcome,
  createPaymentModel,
  type PaymentModel,
  type ProviderOrder,
} from '#tests/support/fixtures/payment-setup.ts'

const sequences = Number(process.env.PAYMENT_SEQUENCES ?? 12)
const seed = Number(process.env.PAYMENT_SEED ?? randomInt(2 ** 31))
const minute = 60_000
const day = 24 * 60 * minute

const generateFaults = {
  none: {},
  'the answer is cut off': { hangUp: true },
  'no answer comes': { neverAnswers: true },
  'an error, but the RRR is made': { http500: true },
  garbage: { html: true },
  '025 without an RRR': { emptyRrr: true },
  'the request is lost': { hangUp: true, lost: 'request' },
  'an error, and no RRR': { http500: true, lost: 'request' },
  'an unknown code': { code: '998' },
  'wrong credentials': { code: '020' },
} as const

const statusFaults = {
  none: {},
  'no answer comes': { neverAnswers: true },
  'the answer is cut off': { hangUp: true },
  'an error': { http500: true },
  garbage: { html: true },
  'an unknown code': { code: '777' },
  'wrong credentials': { code: '020' },
  'pending though paid': { code: '021' },
  'an attempt failed': { code: '02' },
} as const

/** `underpaid` applies to the status by RRR only: an order that is looked up has to report its full amount. */
const rrrStatusFaults = { ...statusFaults, 'less than there is': { underpaid: true }, 'not found': { code: '022' } }
const orderStatusFaults = { ...statusFaults, 'not found': { code: '026' } }

const notifications = ['none', 'once', 'twice', 'late', 'forged'] as const
const notificationFaults = {
  none: { none: true },
  once: {},
  twice: { double: true },
  late: { none: true },
  forged: { forged: true },
}

const faultName = <K extends string>(faults: Record<K, object>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as K) },
    { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(faults) as K[])) },
  )

const applicantIndex = fc.constantFrom(0, 0, 0, 1)
const orderIndex = fc.nat(3)
const times = fc.constantFrom(1, 1, 2, 4)
const crash = fc.constantFrom<Crash>('never', 'never', 'never', 'before', 'after')

const actions = {
  request: fc.record({
    kind: fc.constant('request' as const),
    applicantIndex,
    times,
    crash,
    regenerate: fc.boolean(),
    generate: faultName(generateFaults),
    orderStatus: faultName(orderStatusFaults),
  }),
  pay: fc.record({
    kind: fc.constant('pay' as const),
    applicantIndex,
    orderIndex,
    amount: fc.constantFrom('due', 'due', 'half', 'double'),
    channel: fc.constantFrom('CARDPAYMENT', 'BRANCH'),
    notification: fc.constantFrom(...notifications),
  }),
  verify: fc.record({
    kind: fc.constant('verify' as const),
    applicantIndex,
    orderIndex,
    times,
    crash,
    status: faultName(rrrStatusFaults),
  }),
  forgeNotification: fc.record({ kind: fc.constant('forgeNotification' as const), applicantIndex, orderIndex }),
  deliverNotifications: fc.record({ kind: fc.constant('deliverNotifications' as const) }),
  passTime: fc.record({
    kind: fc.constant('passTime' as const),
    ms: fc.oneof(fc.integer({ min: minute, max: 60 * minute }), fc.integer({ min: minute, max: 1.5 * day })),
    crash,
    status: faultName(rrrStatusFaults),
    orderStatus: faultName(orderStatusFaults),
  }),
  passMonths: fc.record({ kind: fc.constant('passMonths' as const) }),
  changeFee: fc.record({ kind: fc.constant('changeFee' as const), applicantIndex }),
}

type ActionOf<K extends keyof typeof actions> = (typeof actions)[K] extends fc.Arbitrary<infer A> ? A : never
type Action = { [K in keyof typeof actions]: ActionOf<K> }[keyof typeof actions]

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: actions.request },
  { weight: 5, arbitrary: actions.pay },
  { weight: 4, arbitrary: actions.verify },
  { weight: 4, arbitrary: actions.passTime },
  { weight: 1, arbitrary: actions.forgeNotification },
  { weight: 1, arbitrary: actions.deliverNotifications },
  { weight: 1, arbitrary: actions.changeFee },
  { weight: 1, arbitrary: actions.passMonths },
)

const perform: { [K in keyof typeof actions]: (model: PaymentModel, action: ActionOf<K>) => Promise<void> } = {
  async request(model, { applicantIndex, times, crash, regenerate, generate, orderStatus }) {
    const applicant = model.applicants[applicantIndex]!
    const before = await model.readOrders(applicant)
    const amountNaira = await model.computeDueNaira(applicant)
    await model.setFaults({ generate: generateFaults[generate], orderStatus: orderStatusFaults[orderStatus] })
    const outcomes = await Promise.all(
      Array.from({ length: crash === 'never' ? times : 1 }, () =>
        captureOutcome(model.startServer(crash).generateRrr({ accountId: applicant.id, amountNaira, regenerate })),
      ),
    )
    await model.setFaults({})
    if (crash !== 'never') model.awaitRestart()

    const after = await model.readOrders(applicant)
    // A pending request at the old fee may be finished before one at the new fee is made.
    expect(after.length - before.length, 'new RRRs').toBeLessThanOrEqual(model.isFeeChanged ? 2 : 1)
    const rrrs = new Set(outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])))
    expect(rrrs.size, 'different RRRs in the answers').toBeLessThanOrEqual(1)
    for (const rrr of rrrs) expect(after, 'orders').toContainEqual(expect.objectContaining({ rrr, due: amountNaira }))
    for (const outcome of outcomes) if ('code' in outcome) expect(allowedCodes.request).toContain(outcome.code)
  },

  async pay(model, { applicantIndex, orderIndex, amount, channel, notification }) {
    const order = pick(await model.readOrders(model.applicants[applicantIndex]!), orderIndex)
    if (!order) return
    await model.setFaults({ notification: notificationFaults[notification] })
    const share = { due: 1, half: 0.5, double: 2 }[amount as 'due' | 'half' | 'double']
    await model.api.remita.control('pay', { rrr: order.rrr, amount: order.due * share, channel })
    await model.setFaults({})
    if (notification === 'late') model.delayedNotifications.push(order.rrr)
  },

  async verify(model, { applicantIndex, orderIndex, times, crash, status }) {
    const applicant = model.applicants[applicantIndex]!
    const otherApplicant = model.applicants[1 - applicantIndex]!
    const order = pick(await model.readOrders(applicant), orderIndex)
    if (!order) return
    const isKnown = (await model.readPayments(applicant)).some(({ rrr }) => rrr === order.rrr)
    await model.setFaults({ status: rrrStatusFaults[status] })
    const outcomes = await Promise.all(
      Array.from({ length: times }, () => captureOutcome(model.startServer(crash).verify(applicant.id, order.rrr))),
    )
    expect(await captureOutcome(model.startServer().verify(otherApplicant.id, order.rrr))).toEqual({
      code: 'rrr_unknown',
    })
    await model.setFaults({})
    for (const outcome of outcomes) if ('code' in outcome) expect(allowedCodes.verify).toContain(outcome.code)
    if (isKnown && status === 'none' && crash === 'never' && order.paid >= order.due)
      for (const outcome of outcomes) expect(outcome, 'the verification of a paid RRR').toHaveProperty('result')
  },

  /** Notifications are unsigned, so anybody can post one. */
  async forgeNotification(model, { applicantIndex, orderIndex }) {
    const order = pick(await model.readOrders(model.applicants[applicantIndex]!), orderIndex)
    await model.api.remita.control('notify', { rrr: order?.rrr ?? '123456789012', amount: 1_000_000 })
  },

  /** The newest first. */
  async deliverNotifications(model) {
    for (const rrr of model.delayedNotifications.splice(0).reverse()) await model.api.remita.control('notify', { rrr })
  },

  async passTime(model, { ms, crash, status, orderStatus }) {
    await model.setFaults({ status: rrrStatusFaults[status], orderStatus: orderStatusFaults[orderStatus] })
    await model.passTime(ms, crash)
    await model.setFaults({})
  },

  async passMonths(model) {
    model.hasPollingEnded = true
    for (let at = 0; at < 5; at++) await model.passTime(20 * day)
  },

  changeFee: (model, { applicantIndex }) => model.changeFee(model.applicants[applicantIndex]!),
}

const allowedCodes = {
  request: ['payment_provider_unavailable', 'already_paid', 'too_many_requests', 'crashed'],
  verify: ['payment_not_verified', 'payment_provider_unavailable', 'rrr_unknown', 'crashed'],
}

const pick = (orders: ProviderOrder[], index: number) => orders[index % Math.max(orders.length, 1)]

/** Lets time pass without any fault, until every payment must have been found. */
async function runToCompletion(model: PaymentModel): Promise<void> {
  await model.setFaults({})
  model.awaitRestart()
  for (let at = 0; at < 4; at++) await model.passTime(day / 2 + minute)
  // Once polling has ended, only the applicant's own request finds a payment.
  if (model.hasPollingEnded) for (const applicant of model.applicants) await requestAndVerifyAll(model, applicant)
  await model.sendEmails()
}

async function requestAndVerifyAll(model: PaymentModel, applicant: PaymentModel['applicants'][0]): Promise<void> {
  const server = model.startServer()
  const amountNaira = await model.computeDueNaira(applicant)
  await captureOutcome(server.generateRrr({ accountId: applicant.id, amountNaira, regenerate: false }))
  for (const { rrr } of await model.readOrders(applicant)) await captureOutcome(server.verify(applicant.id, rrr))
}

let api: TestApi
beforeAll(async () => {
  api = await startApi({ jobs: 'waiting' })
})
afterAll(() => api.close())

test(`an applicant is paid if and only if the provider holds enough, with one receipt (seed ${seed})`, {
  timeout: 30_000 + sequences * 3_000,
}, async () => {
  process.stdout.write(`payments model: ${sequences} sequences, PAYMENT_SEED=${seed}\n`)
  const property = fc.asyncProperty(
    fc.array(anyAction, { minLength: 6, maxLength: 22, size: 'max' }),
    async (sequence) => {
      const model = await createPaymentModel(api)
      for (const action of sequence) {
        await (perform[action.kind] as (model: PaymentModel, action: Action) => Promise<void>)(model, action)
        // After each action, because a second receipt would replace the first in the queue.
        await model.sendEmails()
        for (const applicant of model.applicants)
          if (await model.isPaid(applicant))
            expect(await model.hasPaidProvider(applicant), 'money at the provider').toBe(true)
      }
      await runToCompletion(model)
      for (const applicant of model.applicants) {
        const isPaid = await model.isPaid(applicant)
        expect(isPaid, 'paid').toBe(await model.hasPaidProvider(applicant))
        expect(model.countReceipts(applicant), 'receipts').toBe(isPaid ? 1 : 0)
      }
    },
  )
  await fc.assert(property, { seed, numRuns: sequences, endOnFailure: process.env.PAYMENT_SHRINK === undefined })
})
