import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { type StaffPerson, staffStatuses } from '#shared/lists/people.ts'

const kinds: Record<StaffPerson['status'], StatusKind> = {
  invited: 'waiting',
  active: 'done',
  suspended: 'wrong',
  left: 'open',
}

export const PersonStatus = ({ status }: Pick<StaffPerson, 'status'>) => (
  <Status kind={kinds[status]}>{staffStatuses[status]}</Status>
)
