// What the answer to a question of the staff means, in the words of the page. Pure.
import type { PaymentAnswer, UnknownReason } from '#server/providers/payment/payment-gateway.ts'
import type { PaymentCheckOutcome } from '#shared/staff/labels/payments.ts'
import type { PaymentState } from './status/payment-state.ts'

const withoutAnswer: ReadonlySet<UnknownReason> = new Set(['timeout', 'unreachable', 'redirected', 'server_error'])

const unpaidOutcomes = { pending: 'unpaid', failed: 'failed', notFound: 'unknown_rrr' } as const

/** @param after the payment once the answer was applied to it */
export function describeCheck(answer: PaymentAnswer, after: PaymentState): PaymentCheckOutcome {
  if (answer.kind === 'refused') return 'refused'
  if (answer.kind === 'unknown') {
    if (answer.reason === 'other_order') return 'other_order'
    return withoutAnswer.has(answer.reason) ? 'no_answer' : 'unclear'
  }
  if (answer.kind !== 'notFound' && answer.orderId !== after.orderId) return 'other_order'
  if (answer.kind === 'paid') return after.status === 'paid' ? 'paid' : 'underpaid'
  const isKnownPaid = after.status !== 'requested' && after.paidKobo > 0
  return isKnownPaid ? 'not_confirmed' : unpaidOutcomes[answer.kind]
}
