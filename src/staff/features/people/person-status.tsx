import type { StaffPerson } from '#shared/api/staff/people.ts'
import { staffStatuses } from '#shared/staff/columns.ts'
import { Status, type StatusKind } from '#web/ui/feedback/status.tsx'

const kinds: Record<StaffPerson['status'], StatusKind> = {
  invited: 'waiting',
  active: 'done',
  suspended: 'wrong',
  left: 'open',
}

export const PersonStatus = ({ status }: Pick<StaffPerson, 'status'>) => (
  <Status kind={kinds[status]}>{staffStatuses[status]}</Status>
)
