import { describe, expect, test } from 'vitest'
import type { PaymentState } from '../status/payment-state.ts'
import { type Held, stepFor } from './decide-request.ts'

const now = new Date('2026-11-21T09:00:00Z')
const later = new Date(now.getTime() + 60_000)
const dueKobo = 1_250_000

const held = (state: Partial<PaymentState>, askingUntil: Date | null = null): Held => ({
  id: state.status ?? '',
  state: { orderId: 'o', dueKobo, rrr: '310007123456', paidKobo: 0, ...state } as PaymentState,
  askingUntil,
  issuedAt: new Date(now.getTime() - 60_000),
})
const open = held({ status: 'open' })
const beingAsked = held({ status: 'requested', rrr: null }, later)
const leftOver = held({ status: 'requested', rrr: null }, new Date(now.getTime() - 1))
const givenUp = held({ status: 'requested', rrr: null })
const old = [held({ status: 'superseded' }), held({ status: 'expired' })]
const paid = held({ status: 'paid' })

const step = (all: Held[], regenerate = false) => stepFor({ dueKobo, regenerate, pressedAt: now }, all, now)

describe('Generate RRR', () => {
  test('answers the open RRR', () => expect(step([...old, open])).toEqual({ kind: 'answer', rrr: '310007123456' }))
  test('asks when there is none, or only old ones', () => {
    expect(step([])).toEqual({ kind: 'ask' })
    expect(step(old)).toEqual({ kind: 'ask' })
  })
  test('asks when the open one is of another amount', () =>
    expect(step([held({ status: 'open', dueKobo: 1 })])).toEqual({ kind: 'ask' }))
  test('waits while another press is asking', () =>
    expect(step([...old, beingAsked])).toEqual({ kind: 'wait', id: 'requested' }))
  test('takes up what a server that went down, or an outage, left', () => {
    expect(step([leftOver])).toEqual({ kind: 'resume', id: 'requested' })
    expect(step([givenUp])).toEqual({ kind: 'resume', id: 'requested' })
  })
  test('answers the open RRR while a new one is being asked for', () =>
    expect(step([beingAsked, open])).toEqual({ kind: 'answer', rrr: '310007123456' }))
})

describe('Re-Generate', () => {
  test('asks although there is an open RRR', () => expect(step([open], true)).toEqual({ kind: 'ask' }))
  test('pressed twice, asks once', () => {
    expect(step([open, beingAsked], true)).toEqual({ kind: 'wait', id: 'requested' })
    expect(step([{ ...open, issuedAt: later }], true)).toEqual({ kind: 'answer', rrr: '310007123456' })
  })
})

test('an applicant who has paid gets no other RRR', () => {
  expect(step([open, paid])).toEqual({ kind: 'paid' })
  expect(step([open, paid], true)).toEqual({ kind: 'paid' })
})
