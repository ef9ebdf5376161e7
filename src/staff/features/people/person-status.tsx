import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import type { StaffPerson } from '#shared/api/staff/people.ts'
import { staffStatuses } from '#shared/lists/columns.ts'

const kinds: Record<StaffPerson['status'], StatusKind> = {
  invited: 'waiting',
  active: 'done',
  suspended: 'wrong',
  left: 'open',
}

export const PersonStatus = ({ status }: Pick<StaffPerson, 'status'>) => (
  <Status kind={kinds[status]}>{staffStatuses[status]}</Status>
)
