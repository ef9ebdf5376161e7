// A payment as the staff see it. Who is limited to the status gets no amounts.
import type { PaymentDetails } from '#shared/api/staff/payments.ts'
import type { PaymentRow } from '#shared/lists/payments.ts'
import { toNaira } from '#shared/policy/money.ts'
import type { PaymentDifference } from '#shared/staff/labels/payments.ts'

export interface StaffPaymentRecord {
  id: string
  rrr: string | null
  order: string
  state: PaymentRow['state']
  feeKobo: number
  chargeKobo: number
  paidKobo: number | null
  channel: string
  differs: PaymentDifference | null
  isLate: boolean
  requestedAt: Date
  paidAt: Date | null
  checkedAt: Date | null
  nextCheckAt: Date | null
}

const toIso = (moment: Date | null) => moment?.toISOString() ?? null

export const presentListedPayment = (
  payment: StaffPaymentRecord,
  showsAmounts: boolean,
): Omit<PaymentRow, 'userId' | 'name'> => ({
  id: payment.id,
  rrr: payment.rrr,
  order: payment.order,
  state: payment.state,
  due: showsAmounts ? toNaira(payment.feeKobo + payment.chargeKobo) : null,
  paid: showsAmounts && payment.paidKobo ? toNaira(payment.paidKobo) : null,
  channel: showsAmounts && payment.channel ? payment.channel : null,
  differs: showsAmounts ? payment.differs : null,
  isLate: payment.isLate,
  requestedAt: payment.requestedAt.toISOString(),
  paidAt: toIso(payment.paidAt),
  checkedAt: toIso(payment.checkedAt),
  nextCheckAt: toIso(payment.nextCheckAt),
})

interface PaymentRecordOfPage extends StaffPaymentRecord {
  rrr: string
  issuedAt: Date | null
  checks: number
}

export interface PaymentPage {
  payment: PaymentRecordOfPage
  owner: { userId: string; name: string; year: number }
  events: readonly { kind: string; detail: Readonly<Record<string, unknown>>; at: Date }[]
  others: readonly StaffPaymentRecord[]
}

/** @param isWhole the reader may see more than the status, and so ask the provider */
export function presentPaymentPage({ payment, owner, events, others }: PaymentPage, isWhole: boolean): PaymentDetails {
  return {
    payment: {
      ...presentListedPayment(payment, isWhole),
      rrr: payment.rrr,
      issuedAt: toIso(payment.issuedAt),
      checks: payment.checks,
    },
    userId: owner.userId,
    name: owner.name,
    year: owner.year,
    events: events.map((event) => presentEvent(event, isWhole)),
    others: others.map((other) => {
      const { id, rrr, state, due, paid, requestedAt } = presentListedPayment(other, isWhole)
      return { id, rrr, state, due, paid, requestedAt }
    }),
    mayCheck: isWhole,
  }
}

/** Field by field: what the provider answers may grow. */
function presentEvent({ kind, detail, at }: PaymentPage['events'][number], isWhole: boolean) {
  const { call, kind: answer, dueKobo, paidKobo } = detail
  return {
    at: at.toISOString(),
    kind,
    ...(typeof call === 'string' && { call }),
    ...(typeof answer === 'string' && { answer }),
    ...(isWhole && typeof dueKobo === 'number' && { due: toNaira(dueKobo) }),
    ...(isWhole && typeof paidKobo === 'number' && { paid: toNaira(paidKobo) }),
  }
}
