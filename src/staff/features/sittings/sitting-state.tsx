import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { type SittingState, sittingStates } from '#shared/staff/sittings.ts'

const stateKinds: Record<SittingState, StatusKind> = { open: 'open', locked: 'done', cancelled: 'wrong' }

export const SittingStatus = ({ state }: { state: SittingState }) => (
  <Status kind={stateKinds[state]}>{sittingStates[state]}</Status>
)
