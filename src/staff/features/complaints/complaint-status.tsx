import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { type ComplaintRow, complaintStates } from '#shared/lists/complaints.ts'

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
