import { describe, expect, test } from 'vitest'
import type { PaymentState } from '../status/payment-state.ts'
import { decideRequest, type ExistingPayment } from './decide-request.ts'

const now = new Date('2026-11-21T09:00:00Z')
const later = new Date(now.getTime() + 60_000)
const dueKobo = 1_250_000

const createPayment = (state: Partial<PaymentState>, leaseExpiresAt: Date | null = null): ExistingPayment => ({
  id: state.status ?? '',
  state: { orderId: 'o', dueKobo, rrr: '310007123456', paidKobo: 0, ...state } as PaymentState,
  leaseExpiresAt,
  issuedAt: new Date(now.getTime() - 60_000),
})
const open = createPayment({ status: 'open' })
const leased = createPayment({ status: 'requested', rrr: null }, later)
const expiredLease = createPayment({ status: 'requested', rrr: null }, new Date(now.getTime() - 1))
const releasedLease = createPayment({ status: 'requested', rrr: null })
const old = [createPayment({ status: 'superseded' }), createPayment({ status: 'expired' })]
const paid = createPayment({ status: 'paid' })

const decide = (payments: ExistingPayment[], regenerate = false) =>
  decideRequest({ dueKobo, regenerate, requestedAt: now }, payments, now)

describe('Generate RRR', () => {
  test('returns the open RRR', () => expect(decide([...old, open])).toEqual({ kind: 'reuse', rrr: '310007123456' }))
  test('requests an RRR when there is none, or only superseded and expired ones', () => {
    expect(decide([])).toEqual({ kind: 'request' })
    expect(decide(old)).toEqual({ kind: 'request' })
  })
  test('requests an RRR when the open one has another amount', () =>
    expect(decide([createPayment({ status: 'open', dueKobo: 1 })])).toEqual({ kind: 'request' }))
  test('waits while another request is running', () =>
    expect(decide([...old, leased])).toEqual({ kind: 'wait', id: 'requested' }))
  test('resumes a request that a crash or an outage interrupted', () => {
    expect(decide([expiredLease])).toEqual({ kind: 'resume', id: 'requested' })
    expect(decide([releasedLease])).toEqual({ kind: 'resume', id: 'requested' })
  })
  test('returns the open RRR while a new one is being requested', () =>
    expect(decide([leased, open])).toEqual({ kind: 'reuse', rrr: '310007123456' }))
})

describe('Re-Generate', () => {
  test('requests an RRR although one is open', () => expect(decide([open], true)).toEqual({ kind: 'request' }))
  test('clicked twice, requests one RRR', () => {
    expect(decide([open, leased], true)).toEqual({ kind: 'wait', id: 'requested' })
    expect(decide([{ ...open, issuedAt: later }], true)).toEqual({ kind: 'reuse', rrr: '310007123456' })
    expect(decide([{ ...open, issuedAt: now }], true)).toEqual({ kind: 'request' })
  })
})

test('an applicant who has paid gets no other RRR', () => {
  expect(decide([open, paid])).toEqual({ kind: 'already_paid' })
  expect(decide([open, paid], true)).toEqual({ kind: 'already_paid' })
})
