import type { ComplaintRow } from '#shared/api/staff/complaints.ts'
import { complaintStates } from '#shared/staff/columns.ts'
import { Status, type StatusKind } from '#web/ui/feedback/status.tsx'

const kinds: Record<ComplaintRow['state'], StatusKind> = {
  new: 'new',
  open: 'waiting',
  answered: 'done',
  closed: 'done',
  junk: 'open',
}

export const ComplaintStatus = ({ state }: Pick<ComplaintRow, 'state'>) => (
  <Status kind={kinds[state]}>{complaintStates[state]}</Status>
)
