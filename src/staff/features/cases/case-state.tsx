import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type MoneyCaseState, moneyCaseStates } from '#shared/staff/money-cases.ts'

const stateKinds: Record<MoneyCaseState, StatusKind> = {
  open: 'open',
  asked: 'waiting',
  explained: 'done',
  refund_due: 'waiting',
  refund_approved: 'waiting',
  refunded: 'done',
  write_off_due: 'waiting',
  written_off: 'done',
}

export const MoneyCaseStatus = ({ state }: { state: MoneyCaseState }) => (
  <Status kind={stateKinds[state] ?? 'open'}>{getLabel(moneyCaseStates, state)}</Status>
)
