import { Status, type StatusKind } from '#kit/ui/feedback/status.tsx'
import { type SeatAttendance, seatAttendances } from '#shared/staff/attendance.ts'

const kinds: Record<SeatAttendance, StatusKind> = {
  present: 'done',
  absent: 'open',
  turned_away: 'wrong',
  unmarked: 'waiting',
  conflict: 'wrong',
}

export const AttendanceStatus = ({ attendance }: { attendance: SeatAttendance }) => (
  <Status kind={kinds[attendance]}>{seatAttendances[attendance]}</Status>
)
