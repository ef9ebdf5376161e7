import type { Payment } from '#shared/api/applicant/payments.ts'
import { toNaira } from '#shared/policy/money.ts'
import type { PaymentState } from './status/payment-state.ts'
import type { PaymentRecord } from './store.ts'

const publicStatus: Record<PaymentState['status'], Payment['status']> = {
  requested: 'pending',
  open: 'pending',
  superseded: 'pending',
  expired: 'expired',
  paid: 'paid',
}

/** A payment as its owner sees it. */
export function presentPayment({ state, feeKobo, issuedAt, checkedAt, nextCheckAt, slipCode }: PaymentRecord): Payment {
  const paidAt = state.status === 'paid' ? state.paidAt : null
  return {
    createdAt: (paidAt ?? issuedAt).toISOString(),
    amount: toNaira(feeKobo),
    chargedAmount: toNaira(state.dueKobo),
    reference: state.rrr ?? '',
    // The provider's status answers rarely name the channel.
    paymentType: state.status === 'paid' ? state.paymentType || 'Remita' : '',
    status: publicStatus[state.status],
    issuedAt: issuedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    slipCode: paidAt && slipCode,
  }
}
