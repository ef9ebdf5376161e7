import type { Payment as PaymentOnWire } from '#shared/api/payments.ts'
import { nairaOf } from '#shared/policy/money.ts'
import type { PaymentState } from './status/payment-state.ts'
import type { Payment } from './store.ts'

const statusOnWire: Record<PaymentState['status'], PaymentOnWire['status']> = {
  requested: 'pending',
  open: 'pending',
  superseded: 'pending',
  expired: 'expired',
  paid: 'paid',
}

/** A payment as its owner sees it (specification, section 3). */
export function paymentPresenter({
  state,
  feeKobo,
  issuedAt,
  checkedAt,
  nextCheckAt,
  slipCode,
}: Payment): PaymentOnWire {
  const paidAt = state.status === 'paid' ? state.paidAt : null
  return {
    createdAt: (paidAt ?? issuedAt).toISOString(),
    amount: nairaOf(feeKobo),
    chargedAmount: nairaOf(state.dueKobo),
    reference: state.rrr ?? '',
    // The provider's status answers seldom tell the channel.
    paymentType: state.status === 'paid' ? state.paymentType || 'Remita' : '',
    status: statusOnWire[state.status],
    issuedAt: issuedAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    slipCode: paidAt && slipCode,
  }
}
