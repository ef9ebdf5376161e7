import { formatDateTime } from '../format/dates.ts'
import { formatFullName, type PersonName } from '../format/names.ts'
import { formatNaira, formatRrr } from '../format/numbers.ts'
import { formatPaymentType } from '../policy/payment-type.ts'
import type { Fact } from './slip-content.ts'

interface Payer extends PersonName {
  phone: string
  email: string
  userId: string
}

interface PaymentFacts {
  /** ISO 8601; null until it is paid. */
  paidAt: string | null
  /** The RRR. */
  reference: string
  /** Naira, without the charge. */
  amount: number
  /** Naira, with the charge. */
  chargedAmount: number
  paymentType: string
  status: PaymentStatus
}

type PaymentStatus = 'pending' | 'paid' | 'expired'

const paymentStatusLabels: Record<PaymentStatus, string> = {
  paid: 'Paid',
  pending: 'Pending',
  expired: 'Expired',
}

export const paymentTitle = 'Payment'

export const getPayerFacts = (payer: Payer): Fact[] => [
  ['Name', formatFullName(payer)],
  ['Phone', payer.phone],
  ['Email', payer.email],
  ['User ID', payer.userId],
]

export const paymentHeadings = ['Date paid', 'RRR', 'Amount', 'Amount charged', 'Type', 'Status'] as const

/** A text for each of `paymentHeadings`. */
export const getPaymentCells = (payment: PaymentFacts): Record<(typeof paymentHeadings)[number], string> => ({
  'Date paid': payment.paidAt ? formatDateTime(payment.paidAt) : 'Not paid yet',
  RRR: formatRrr(payment.reference),
  Amount: formatNaira(payment.amount),
  'Amount charged': formatNaira(payment.chargedAmount),
  Type: formatPaymentType(payment.paymentType),
  Status: paymentStatusLabels[payment.status],
})
