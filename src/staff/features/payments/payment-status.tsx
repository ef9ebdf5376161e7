import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import type { PaymentRow } from '#shared/lists/payments.ts'
import { paymentStateLabels } from '#shared/staff/labels/payments.ts'

const kinds: Record<PaymentRow['state'], StatusKind> = {
  requested: 'waiting',
  open: 'waiting',
  superseded: 'open',
  expired: 'open',
  paid: 'done',
}

export const PaymentStatus = ({ state }: Pick<PaymentRow, 'state'>) => (
  <Status kind={kinds[state]}>{paymentStateLabels[state]}</Status>
)
