// How many came to a sitting, and the way to its door.
import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Actions } from '#kit/ui/layout/actions.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { Stack } from '#kit/ui/layout/stack.tsx'
import type { AttendanceCounts } from '#shared/api/staff/attendance.ts'
import type { Sitting } from '#shared/api/staff/sittings.ts'
import { formatCount } from '#shared/format/numbers.ts'
import { type SeatAttendance, seatAttendances } from '#shared/staff/attendance.ts'
import { addQuery, getDoorPath, staffPaths } from '#shared/staff/paths.ts'
import { PageLink } from '#staff/entities/session/page-link.tsx'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { ShortFacts } from '#staff/entities/short-facts/short-facts.tsx'
import { staffCall } from '#staff/http/staff-call.ts'
import { getSittingKey } from './sitting-query.ts'

export function AttendanceCard({ sitting }: { sitting: Sitting }) {
  const mayMark = useMay()('attendance:mark')
  const counts = useQuery({
    queryKey: [...getSittingKey(sitting.id), 'attendance'],
    queryFn: async ({ signal }) => (await staffCall('sittingAttendance', { params: { id: sitting.id }, signal })).data,
  })
  return (
    <Card title="Attendance">
      <Stack>
        <QueryResult query={counts} lines={['block']} loading="Counting…" failed="The attendance could not be counted">
          {(data) => <ShortFacts facts={listCounts(sitting, data)} />}
        </QueryResult>
        {mayMark && !sitting.isArchived && (
          <Actions>
            <ButtonLink variant="secondary" to={getDoorPath(sitting.id)}>
              Open the door
            </ButtonLink>
          </Actions>
        )}
      </Stack>
    </Card>
  )
}

function listCounts({ id }: Sitting, { conflicts, ...counts }: AttendanceCounts) {
  const link = (attendance: SeatAttendance, count: number) =>
    [
      seatAttendances[attendance],
      count > 0 ? (
        <PageLink key="count" to={addQuery(staffPaths.seats, { sitting: id, attendance })}>
          {formatCount(count)}
        </PageLink>
      ) : (
        formatCount(0)
      ),
    ] as const
  return [
    link('present', counts.present),
    link('absent', counts.absent),
    link('turned_away', counts.turned_away),
    link('unmarked', counts.unmarked),
    ...(conflicts > 0 ? [link('conflict', conflicts)] : []),
  ]
}
