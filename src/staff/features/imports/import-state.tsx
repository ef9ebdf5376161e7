import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import type { ListedImport } from '#shared/api/staff/imports.ts'

type State = Pick<ListedImport, 'state' | 'appliedAt'>

const states: Record<ListedImport['state'], { kind: StatusKind; label: string }> = {
  checking: { kind: 'waiting', label: 'Being checked' },
  checked: { kind: 'new', label: 'Checked, nothing issued' },
  applying: { kind: 'waiting', label: 'Being issued' },
  applied: { kind: 'done', label: 'Issued' },
  failed: { kind: 'wrong', label: 'Cannot be read' },
  discarded: { kind: 'open', label: 'Discarded' },
}

export const ImportState = ({ row: { state, appliedAt } }: { row: State }) => (
  <Status kind={states[state].kind}>{state === 'discarded' && appliedAt ? 'Taken back' : states[state].label}</Status>
)
