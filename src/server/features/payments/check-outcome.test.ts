import { expect, test } from 'vitest'
import { describeCheck } from './check-outcome.ts'
import type { PaymentState } from './status/payment-state.ts'

const order = { orderId: 'RE24-00001-aa', rrr: '310007123456' }
const open: PaymentState = { ...order, status: 'open', dueKobo: 1_250_000, paidKobo: 0 }

test('an answer about another order is called that, whether the gateway or its order says so', () => {
  expect(describeCheck({ kind: 'unknown', reason: 'other_order', detail: '01' }, open)).toBe('other_order')
  const pending = { kind: 'pending', ...order, amountKobo: open.dueKobo, code: '021' } as const
  expect(describeCheck(pending, open)).toBe('unpaid')
  expect(describeCheck({ ...pending, orderId: 'RE24-00002-aa' }, open)).toBe('other_order')
})

test.each([
  ['timeout', 'no_answer'],
  ['unreachable', 'no_answer'],
  ['redirected', 'no_answer'],
  ['server_error', 'no_answer'],
  ['too_large', 'unclear'],
  ['unreadable', 'unclear'],
  ['unknown_code', 'unclear'],
  ['incomplete', 'unclear'],
] as const)('without an answer for the reason %s it is called %s', (reason, outcome) => {
  expect(describeCheck({ kind: 'unknown', reason }, open)).toBe(outcome)
})
