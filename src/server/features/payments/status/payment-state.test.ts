import { describe, expect, test } from 'vitest'
import type { PaymentAnswer } from '#server/providers/payment/payment-gateway.ts'
import { type PaymentEvent, type PaymentState, transition } from './payment-state.ts'

const now = new Date('2026-11-21T09:00:00Z')
const dueKobo = 1_250_000
const order = { orderId: 'RE24-00001-aa', rrr: '310007123456' }

const requested: PaymentState = { status: 'requested', orderId: order.orderId, dueKobo, rrr: null }
const unpaid = (status: 'open' | 'superseded' | 'expired', paidKobo = 0): PaymentState => ({
  ...order,
  dueKobo,
  status,
  paidKobo,
})
const open = unpaid('open')
const paid: PaymentState = {
  ...order,
  dueKobo,
  status: 'paid',
  paidKobo: dueKobo,
  paidAt: new Date('2026-11-20T10:00:00Z'),
  paymentType: 'BRANCH',
}
const everyState = [requested, open, unpaid('superseded'), unpaid('expired'), paid]

const pendingAnswer = { kind: 'pending', ...order, amountKobo: dueKobo, code: '021' } as const
const createPaidAnswer = (amountKobo: number, more: object = {}): PaymentAnswer => ({
  kind: 'paid',
  ...order,
  amountKobo,
  code: '01',
  paidAt: new Date('2026-11-20T10:00:00Z'),
  ...more,
})
const answerEvent = (answer: PaymentAnswer): PaymentEvent => ({ kind: 'answered', answer })
const apply = (state: PaymentState, event: PaymentEvent, accountIsPaid = false) =>
  transition(state, event, { now, accountIsPaid })

describe('a requested RRR', () => {
  test('is open once the provider has issued it', () => {
    expect(apply(requested, { kind: 'issued', rrr: order.rrr })).toEqual({ state: open, notes: ['issued'] })
  })

  test('is open when its answer was lost and the order is looked up', () => {
    expect(apply(requested, answerEvent(pendingAnswer))).toEqual({ state: open, notes: ['recovered'] })
    expect(apply(requested, answerEvent({ ...pendingAnswer, kind: 'failed' })).state).toEqual(open)
  })

  test.each([-1, dueKobo, 99 * dueKobo])('is superseded when the recovered RRR differs by %i kobo', (difference) => {
    const { state, notes } = apply(requested, answerEvent({ ...pendingAnswer, amountKobo: dueKobo + difference }))
    expect(state.status).toBe('superseded')
    expect(notes).toEqual(['recovered', 'amount_differs'])
  })

  test('is open when the recovered RRR has the fee of the payer as well', () => {
    const answer = { ...pendingAnswer, amountKobo: dueKobo + 10_161 }
    expect(apply(requested, answerEvent(answer))).toEqual({ state: open, notes: ['recovered'] })
  })

  test('is paid when the recovered RRR has been paid already', () => {
    const { state, notes } = apply(requested, answerEvent(createPaidAnswer(dueKobo)))
    expect(state).toMatchObject({ status: 'paid', rrr: order.rrr, paidKobo: dueKobo })
    expect(notes).toEqual(['recovered', 'paid'])
    // Of a paid order the provider names what was paid, not what is due.
    const partly = apply(requested, answerEvent(createPaidAnswer(dueKobo - 1)))
    expect(partly.state).toMatchObject({ status: 'open', paidKobo: dueKobo - 1 })
    expect(partly.notes).not.toContain('amount_differs')
  })

  test('is superseded when the account has paid meanwhile', () => {
    expect(apply(requested, { kind: 'issued', rrr: order.rrr }, true).state.status).toBe('superseded')
    expect(apply(requested, answerEvent(pendingAnswer), true).state.status).toBe('superseded')
  })

  test('stays requested when the answer is about another order', () => {
    expect(apply(requested, answerEvent({ ...pendingAnswer, orderId: 'other' }))).toEqual({
      state: requested,
      notes: [],
    })
  })
})

describe('paying', () => {
  test.each(['open', 'superseded', 'expired'] as const)('counts on an RRR that is %s', (status) => {
    const { state, notes } = apply(unpaid(status), answerEvent(createPaidAnswer(dueKobo, { channel: 'BRANCH' })))
    expect(state).toEqual(paid)
    expect(notes).toEqual(['paid'])
  })

  test('keeps the first forty characters of the channel', () => {
    const answer = answerEvent(createPaidAnswer(dueKobo, { channel: 'C'.repeat(41) }))
    expect(apply(open, answer).state).toMatchObject({ paymentType: 'C'.repeat(40) })
  })

  test('is dated now when the provider gives no date or a future one', () => {
    expect(apply(open, answerEvent(createPaidAnswer(dueKobo, { paidAt: null }))).state).toMatchObject({ paidAt: now })
    const tomorrow = new Date('2026-11-22T09:00:00Z')
    expect(apply(open, answerEvent(createPaidAnswer(dueKobo, { paidAt: tomorrow }))).state).toMatchObject({
      paidAt: now,
    })
  })

  test('more than the amount due counts, and is noted', () => {
    const { state, notes } = apply(open, answerEvent(createPaidAnswer(dueKobo + 1)))
    expect(state.status).toBe('paid')
    expect(notes).toEqual(['paid', 'overpaid'])
  })

  test('a kobo less than the amount due does not count, and is noted once', () => {
    const first = apply(open, answerEvent(createPaidAnswer(dueKobo - 1)))
    expect(first).toEqual({ state: unpaid('open', dueKobo - 1), notes: ['underpaid'] })
    expect(apply(first.state, answerEvent(createPaidAnswer(dueKobo - 1)))).toEqual({ state: first.state, notes: [] })
  })

  test('the remaining amount, paid later, makes it paid', () => {
    expect(apply(unpaid('open', 100), answerEvent(createPaidAnswer(dueKobo))).state.status).toBe('paid')
  })

  test('a second RRR of an account that has paid is noted as paid again', () => {
    const { state, notes } = apply(unpaid('superseded'), answerEvent(createPaidAnswer(dueKobo)), true)
    expect(state.status).toBe('paid')
    expect(notes).toEqual(['paid_again'])
  })

  test('the same RRR twice keeps its first date and is noted as overpaid', () => {
    const { state, notes } = apply(paid, answerEvent(createPaidAnswer(dueKobo * 2, { paidAt: now })), true)
    expect(state).toEqual({ ...paid, paidKobo: dueKobo * 2 })
    expect(notes).toEqual(['overpaid'])
    expect(apply(state, answerEvent(createPaidAnswer(dueKobo * 2)), true).notes).toEqual([])
  })

  test('is ignored when the provider reports another order or RRR', () => {
    expect(apply(open, answerEvent(createPaidAnswer(dueKobo, { orderId: 'other' })))).toEqual({
      state: open,
      notes: ['order_differs'],
    })
    expect(apply(open, answerEvent(createPaidAnswer(dueKobo, { rrr: '999999999999' }))).state).toBe(open)
  })
})

describe('nothing changes', () => {
  const indefiniteAnswers: PaymentAnswer[] = [
    { kind: 'unknown', reason: 'timeout' },
    { kind: 'unknown', reason: 'unknown_code', detail: '998' },
    { kind: 'refused', code: '020' },
    { kind: 'notFound', code: '022' },
  ]
  test.each(indefiniteAnswers)('after the answer $kind $reason', (answer) => {
    for (const state of everyState) expect(apply(state, answerEvent(answer))).toEqual({ state, notes: [] })
  })

  test('when an RRR is still unpaid', () => {
    for (const state of everyState.filter(({ status }) => status !== 'requested'))
      expect(apply(state, answerEvent(pendingAnswer))).toEqual({ state, notes: [] })
  })

  test('when the RRR is issued once more', () => {
    for (const state of everyState.filter(({ status }) => status !== 'requested'))
      expect(apply(state, { kind: 'issued', rrr: order.rrr }).state).toBe(state)
  })

  test('after any event when the payment is paid', () => {
    const events: PaymentEvent[] = [
      { kind: 'replaced' },
      { kind: 'polling_ended' },
      answerEvent(pendingAnswer),
      answerEvent({ ...pendingAnswer, kind: 'failed' }),
      answerEvent(createPaidAnswer(1)),
      answerEvent(createPaidAnswer(dueKobo)),
    ]
    for (const event of events) expect(apply(paid, event, true)).toEqual({ state: paid, notes: [] })
  })
})

test('an open RRR is superseded by another one and expires when polling ends; other states do not change', () => {
  expect(apply(open, { kind: 'replaced' })).toEqual({ state: unpaid('superseded'), notes: ['superseded'] })
  expect(apply(open, { kind: 'polling_ended' })).toEqual({ state: unpaid('expired'), notes: ['expired'] })
  for (const state of everyState.filter(({ status }) => status !== 'open')) {
    expect(apply(state, { kind: 'replaced' }).state).toBe(state)
    expect(apply(state, { kind: 'polling_ended' }).state).toBe(state)
  }
})
