import { describe, expect, test } from 'vitest'
import type { PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'
import { type Happening, type PaymentState, transition } from './payment-state.ts'

const now = new Date('2026-11-21T09:00:00Z')
const dueKobo = 1_250_000
const order = { orderId: 'RE24-00001-aa', rrr: '310007123456' }

const requested: PaymentState = { status: 'requested', orderId: order.orderId, dueKobo, rrr: null }
const known = (status: 'open' | 'superseded' | 'expired', paidKobo = 0): PaymentState => ({
  ...order,
  dueKobo,
  status,
  paidKobo,
})
const open = known('open')
const paid: PaymentState = {
  ...order,
  dueKobo,
  status: 'paid',
  paidKobo: dueKobo,
  paidAt: new Date('2026-11-20T10:00:00Z'),
  paymentType: 'BRANCH',
}
const everyState = [requested, open, known('superseded'), known('expired'), paid]

const pendingAnswer = { kind: 'pending', ...order, amountKobo: dueKobo, code: '021' } as const
const paidAnswer = (amountKobo: number, more: object = {}): PaymentAnswer => ({
  kind: 'paid',
  ...order,
  amountKobo,
  code: '01',
  paidAt: new Date('2026-11-20T10:00:00Z'),
  ...more,
})
const answered = (answer: PaymentAnswer): Happening => ({ kind: 'answered', answer })
const outcome = (state: PaymentState, happening: Happening, accountIsPaid = false) =>
  transition(state, happening, { now, accountIsPaid })

describe('an RRR that was asked for', () => {
  test('is open once the provider has issued it', () => {
    expect(outcome(requested, { kind: 'issued', rrr: order.rrr })).toEqual({ state: open, notes: ['issued'] })
  })

  test('is open when its answer was lost and it is found by the order', () => {
    expect(outcome(requested, answered(pendingAnswer))).toEqual({ state: open, notes: ['recovered'] })
    expect(outcome(requested, answered({ ...pendingAnswer, kind: 'failed' })).state).toEqual(open)
  })

  test('is never to be paid when the one that is found asks for another amount', () => {
    const { state, notes } = outcome(requested, answered({ ...pendingAnswer, amountKobo: dueKobo * 100 }))
    expect(state.status).toBe('superseded')
    expect(notes).toEqual(['recovered', 'amount_differs'])
  })

  test('is paid when it is found and somebody has paid it already', () => {
    const { state, notes } = outcome(requested, answered(paidAnswer(dueKobo)))
    expect(state).toMatchObject({ status: 'paid', rrr: order.rrr, paidKobo: dueKobo })
    expect(notes).toEqual(['recovered', 'paid'])
  })

  test('is not offered for payment when the account has paid meanwhile', () => {
    expect(outcome(requested, { kind: 'issued', rrr: order.rrr }, true).state.status).toBe('superseded')
    expect(outcome(requested, answered(pendingAnswer), true).state.status).toBe('superseded')
  })

  test('stays asked for when the answer is about another order', () => {
    expect(outcome(requested, answered({ ...pendingAnswer, orderId: 'other' }))).toEqual({
      state: requested,
      notes: [],
    })
  })
})

describe('paying', () => {
  test.each(['open', 'superseded', 'expired'] as const)('counts on an RRR that is %s', (status) => {
    const { state, notes } = outcome(known(status), answered(paidAnswer(dueKobo, { channel: 'BRANCH' })))
    expect(state).toEqual(paid)
    expect(notes).toEqual(['paid'])
  })

  test('is dated now when the provider gives no date or one that is still to come', () => {
    expect(outcome(open, answered(paidAnswer(dueKobo, { paidAt: null }))).state).toMatchObject({ paidAt: now })
    const tomorrow = new Date('2026-11-22T09:00:00Z')
    expect(outcome(open, answered(paidAnswer(dueKobo, { paidAt: tomorrow }))).state).toMatchObject({ paidAt: now })
  })

  test('more than was asked counts, and is noted', () => {
    const { state, notes } = outcome(open, answered(paidAnswer(dueKobo + 1)))
    expect(state.status).toBe('paid')
    expect(notes).toEqual(['paid', 'overpaid'])
  })

  test('a kobo less than was asked does not count, and is noted once', () => {
    const first = outcome(open, answered(paidAnswer(dueKobo - 1)))
    expect(first).toEqual({ state: known('open', dueKobo - 1), notes: ['underpaid'] })
    expect(outcome(first.state, answered(paidAnswer(dueKobo - 1)))).toEqual({ state: first.state, notes: [] })
  })

  test('the rest of what was asked, paid later, makes it paid', () => {
    expect(outcome(known('open', 100), answered(paidAnswer(dueKobo))).state.status).toBe('paid')
  })

  test('a second RRR of an account that has paid is noted as paid again', () => {
    const { state, notes } = outcome(known('superseded'), answered(paidAnswer(dueKobo)), true)
    expect(state.status).toBe('paid')
    expect(notes).toEqual(['paid_again'])
  })

  test('the same RRR twice keeps its first date and is noted as too much', () => {
    const { state, notes } = outcome(paid, answered(paidAnswer(dueKobo * 2, { paidAt: now })), true)
    expect(state).toEqual({ ...paid, paidKobo: dueKobo * 2 })
    expect(notes).toEqual(['overpaid'])
    expect(outcome(state, answered(paidAnswer(dueKobo * 2)), true).notes).toEqual([])
  })

  test('is not believed when the provider speaks of another order or RRR', () => {
    expect(outcome(open, answered(paidAnswer(dueKobo, { orderId: 'other' })))).toEqual({
      state: open,
      notes: ['order_differs'],
    })
    expect(outcome(open, answered(paidAnswer(dueKobo, { rrr: '999999999999' }))).state).toBe(open)
  })
})

describe('nothing changes', () => {
  const silent: PaymentAnswer[] = [
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'unknown', reason: 'unknown_code', detail: '998' },
    { kind: 'refused', code: '020' },
    { kind: 'notFound', code: '022' },
  ]
  test.each(silent)('by the answer $kind $reason', (answer) => {
    for (const state of everyState) expect(outcome(state, answered(answer))).toEqual({ state, notes: [] })
  })

  test('on a known RRR that is still unpaid', () => {
    for (const state of everyState.filter(({ status }) => status !== 'requested'))
      expect(outcome(state, answered(pendingAnswer))).toEqual({ state, notes: [] })
  })

  test('when the RRR is issued once more, be it late', () => {
    for (const state of everyState.filter(({ status }) => status !== 'requested'))
      expect(outcome(state, { kind: 'issued', rrr: order.rrr }).state).toBe(state)
  })

  test('on what is paid, whatever happens', () => {
    const happenings: Happening[] = [
      { kind: 'replaced' },
      { kind: 'watch_ended' },
      answered(pendingAnswer),
      answered({ ...pendingAnswer, kind: 'failed' }),
      answered(paidAnswer(1)),
      answered(paidAnswer(dueKobo)),
    ]
    for (const happening of happenings) expect(outcome(paid, happening, true)).toEqual({ state: paid, notes: [] })
  })
})

test('an open RRR gives way to another one, and a watch that ends lets it expire; no other state does', () => {
  expect(outcome(open, { kind: 'replaced' })).toEqual({ state: known('superseded'), notes: ['superseded'] })
  expect(outcome(open, { kind: 'watch_ended' })).toEqual({ state: known('expired'), notes: ['expired'] })
  for (const state of everyState.filter(({ status }) => status !== 'open')) {
    expect(outcome(state, { kind: 'replaced' }).state).toBe(state)
    expect(outcome(state, { kind: 'watch_ended' }).state).toBe(state)
  }
})
