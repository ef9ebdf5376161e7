// Who sits where.
import { useQuery } from '@tanstack/react-query'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { type SeatRow, seatList } from '#shared/lists/seats.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { AttendanceStatus } from './attendance-status.tsx'
import { ChosenSeatActions } from './chosen-seats.tsx'
import { listSittings } from './sitting-query.ts'

const seatsView: ListView<SeatRow, typeof seatList> = {
  list: seatList,
  cells: {
    seat: ({ seatNumber }) => seatNumber,
    name: ({ name }) => name,
    number: ({ number }) => number,
    role: ({ role }) => role,
    school: ({ school }) => school,
    sitting: ({ sitting }) => (
      <>
        {sitting.label}
        <span data-detail>, {sitting.venue}</span>
      </>
    ),
    starts: ({ sitting }) => <ShortMoment moment={sitting.startsAt} />,
    kind: ({ kind }) => sittingKinds[kind],
    state: ({ state }) => stateOptions[state],
    attendance: ({ attendance }) => <AttendanceStatus attendance={attendance} />,
  },
  getKey: ({ id }) => id,
  getName: ({ number, kind }) => `${number}, ${sittingKinds[kind]}`,
  getPath: ({ number }) => getEntryPath(staffPaths.applications, number),
  noWrap: ['seat', 'number', 'starts', 'attendance'],
  linkColumn: 'number',
  phone: { title: 'name', facts: ['seat', 'number'], status: 'sitting' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const mayMove = useMay()('sitting:manage') && exercise?.isArchived === false
  const year = exercise?.year
  const { data: sittings } = useQuery({
    queryKey: ['sittings', 'named', year],
    queryFn: ({ signal }) => listSittings({ exercise: year }, signal),
  })
  const names = Object.fromEntries((sittings ?? []).map(({ id, label, venue }) => [id, `${label}, ${venue.name}`]))
  return (
    <>
      <PageHead title="Seats" />
      <StaffList
        exercise={year}
        view={seatsView}
        options={{ sitting: names }}
        whenEmpty={
          <p>Nobody has a seat yet. Seats are given to the shortlisted applicants from the page of sittings.</p>
        }
        chosen={mayMove ? (choice) => <ChosenSeatActions {...{ choice, sittings }} /> : undefined}
        load={async (query, signal) => (await staffCall('staffSeats', { query, signal })).data}
      />
    </>
  )
}
