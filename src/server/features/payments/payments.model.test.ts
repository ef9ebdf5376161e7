// Whatever happens between an applicant, the provider and our servers: whoever paid is paid, nobody else is, and the
// receipt comes once. PAYMENT_SEQUENCES=2000 runs more of it, PAYMENT_SEED=… repeats a run.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api/api.ts'
import { type Crash, newWorld, type Order, outcomeOf, type World } from '#tests/support/fixtures/payment-setup.ts'

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

/** Of the status by RRR alone: an order that is looked up has to be compared in full. */
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

const nameOf = <K extends string>(faults: Record<K, object>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as K) },
    { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(faults) as K[])) },
  )

const who = fc.constantFrom(0, 0, 0, 1)
const which = fc.nat(3)
const times = fc.constantFrom(1, 1, 2, 4)
const crash = fc.constantFrom<Crash>('never', 'never', 'never', 'before', 'after')

const actions = {
  press: fc.record({
    kind: fc.constant('press' as const),
    who,
    times,
    crash,
    regenerate: fc.boolean(),
    generate: nameOf(generateFaults),
    orderStatus: nameOf(orderStatusFaults),
  }),
  pay: fc.record({
    kind: fc.constant('pay' as const),
    who,
    which,
    amount: fc.constantFrom('due', 'due', 'half', 'double'),
    door: fc.constantFrom('CARDPAYMENT', 'BRANCH'),
    notification: fc.constantFrom(...notifications),
  }),
  verify: fc.record({
    kind: fc.constant('verify' as const),
    who,
    which,
    times,
    crash,
    status: nameOf(rrrStatusFaults),
  }),
  claim: fc.record({ kind: fc.constant('claim' as const), who, which }),
  deliver: fc.record({ kind: fc.constant('deliver' as const) }),
  wait: fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.oneof(fc.integer({ min: minute, max: 60 * minute }), fc.integer({ min: minute, max: 1.5 * day })),
    crash,
    status: nameOf(rrrStatusFaults),
    orderStatus: nameOf(orderStatusFaults),
  }),
  months: fc.record({ kind: fc.constant('months' as const) }),
  fee: fc.record({ kind: fc.constant('fee' as const), who }),
}

type ActionOf<K extends keyof typeof actions> = (typeof actions)[K] extends fc.Arbitrary<infer A> ? A : never
type Action = { [K in keyof typeof actions]: ActionOf<K> }[keyof typeof actions]

const anAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: actions.press },
  { weight: 5, arbitrary: actions.pay },
  { weight: 4, arbitrary: actions.verify },
  { weight: 4, arbitrary: actions.wait },
  { weight: 1, arbitrary: actions.claim },
  { weight: 1, arbitrary: actions.deliver },
  { weight: 1, arbitrary: actions.fee },
  { weight: 1, arbitrary: actions.months },
)

const perform: { [K in keyof typeof actions]: (world: World, action: ActionOf<K>) => Promise<void> } = {
  async press(world, { who, times, crash, regenerate, generate, orderStatus }) {
    const applicant = world.applicants[who]!
    const before = await world.orders(applicant)
    const amountNaira = await world.dueNaira(applicant)
    await world.faults({ generate: generateFaults[generate], orderStatus: orderStatusFaults[orderStatus] })
    const outcomes = await Promise.all(
      Array.from({ length: crash === 'never' ? times : 1 }, () =>
        outcomeOf(world.service(crash).generate({ accountId: applicant.id, amountNaira, regenerate })),
      ),
    )
    await world.faults({})
    if (crash !== 'never') world.restart()

    const after = await world.orders(applicant)
    // One that was asked for at the old fee may be taken up before one at the new fee is asked for.
    expect(after.length - before.length, 'RRRs made by one press').toBeLessThanOrEqual(world.isFeeChanged ? 2 : 1)
    const rrrs = new Set(outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : [])))
    expect(rrrs.size, 'RRRs answered to one press').toBeLessThanOrEqual(1)
    for (const rrr of rrrs)
      expect(after, 'the RRR that was answered').toContainEqual(expect.objectContaining({ rrr, due: amountNaira }))
    for (const outcome of outcomes) if ('code' in outcome) expect(refusals.press).toContain(outcome.code)
  },

  async pay(world, { who, which, amount, door, notification }) {
    const order = pick(await world.orders(world.applicants[who]!), which)
    if (!order) return
    await world.faults({ notification: notificationFaults[notification] })
    const share = { due: 1, half: 0.5, double: 2 }[amount as 'due' | 'half' | 'double']
    await world.api.remita.control('pay', { rrr: order.rrr, amount: order.due * share, channel: door })
    await world.faults({})
    if (notification === 'late') world.held.push(order.rrr)
  },

  async verify(world, { who, which, times, crash, status }) {
    const applicant = world.applicants[who]!
    const stranger = world.applicants[1 - who]!
    const order = pick(await world.orders(applicant), which)
    if (!order) return
    const isKnown = (await world.rows(applicant)).some(({ rrr }) => rrr === order.rrr)
    await world.faults({ status: rrrStatusFaults[status] })
    const outcomes = await Promise.all(
      Array.from({ length: times }, () => outcomeOf(world.service(crash).verify(applicant.id, order.rrr))),
    )
    expect(await outcomeOf(world.service().verify(stranger.id, order.rrr))).toEqual({ code: 'rrr_unknown' })
    await world.faults({})
    for (const outcome of outcomes) if ('code' in outcome) expect(refusals.verify).toContain(outcome.code)
    if (isKnown && status === 'none' && crash === 'never' && order.paid >= order.due)
      for (const outcome of outcomes) expect(outcome, 'verifying what was paid').toHaveProperty('result')
  },

  /** Anybody can post a notification. */
  async claim(world, { who, which }) {
    const order = pick(await world.orders(world.applicants[who]!), which)
    await world.api.remita.control('notify', { rrr: order?.rrr ?? '123456789012', amount: 1_000_000 })
  },

  /** What was held back arrives, the newest first. */
  async deliver(world) {
    for (const rrr of world.held.splice(0).reverse()) await world.api.remita.control('notify', { rrr })
  },

  async wait(world, { ms, crash, status, orderStatus }) {
    await world.faults({ status: rrrStatusFaults[status], orderStatus: orderStatusFaults[orderStatus] })
    await world.pass(ms, crash)
    await world.faults({})
  },

  async months(world) {
    world.isLongAgo = true
    for (let at = 0; at < 5; at++) await world.pass(20 * day)
  },

  fee: (world, { who }) => world.changeFee(world.applicants[who]!),
}

const refusals = {
  press: ['payment_provider_unavailable', 'already_paid', 'too_many_requests', 'crashed'],
  verify: ['payment_not_verified', 'payment_provider_unavailable', 'rrr_unknown', 'crashed'],
}

const pick = (orders: Order[], which: number) => orders[which % Math.max(orders.length, 1)]

/** Nothing more goes wrong, and time passes. */
async function dustSettles(world: World): Promise<void> {
  await world.faults({})
  world.restart()
  for (let at = 0; at < 4; at++) await world.pass(day / 2 + minute)
  // Once the watch has ended, whoever paid has to ask.
  if (world.isLongAgo)
    for (const applicant of world.applicants) {
      await outcomeOf(
        world
          .service()
          .generate({ accountId: applicant.id, amountNaira: await world.dueNaira(applicant), regenerate: false }),
      )
      for (const { rrr } of await world.orders(applicant)) await outcomeOf(world.service().verify(applicant.id, rrr))
    }
  await world.sendLetters()
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
  const whatever = fc.asyncProperty(
    fc.array(anAction, { minLength: 6, maxLength: 22, size: 'max' }),
    async (sequence) => {
      const world = await newWorld(api)
      for (const action of sequence) {
        await (perform[action.kind] as (world: World, action: Action) => Promise<void>)(world, action)
        // At once, or a second receipt would take the place of the first in the queue.
        await world.sendLetters()
        for (const applicant of world.applicants)
          if (await world.isPaid(applicant))
            expect(await world.holdsEnough(applicant), 'paid with enough money').toBe(true)
      }
      await dustSettles(world)
      for (const applicant of world.applicants) {
        const isPaid = await world.isPaid(applicant)
        expect(isPaid, 'paid').toBe(await world.holdsEnough(applicant))
        expect(world.receiptsOf(applicant), 'receipts').toBe(isPaid ? 1 : 0)
      }
    },
  )
  await fc.assert(whatever, { seed, numRuns: sequences, endOnFailure: process.env.PAYMENT_SHRINK === undefined })
})
