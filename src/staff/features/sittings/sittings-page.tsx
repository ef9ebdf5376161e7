// Where and when applicants sit a test or an interview.
import { useState } from 'react'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { formatCount } from '#shared/format/numbers.ts'
import { type ListedSitting, sittingList } from '#shared/lists/sittings.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useVenues } from '#staff/entities/exercise/venues.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { SittingDialog } from './sitting-dialog.tsx'
import { SittingStatus } from './sitting-state.tsx'

const sittingsView: ListView<ListedSitting, typeof sittingList> = {
  list: sittingList,
  cells: {
    label: ({ label }) => label,
    kind: ({ kind }) => sittingKinds[kind],
    venue: ({ venue }) => venue.name,
    place: ({ venue }) => stateOptions[venue.state],
    starts: ({ startsAt }) => <ShortMoment moment={startsAt} />,
    reports: ({ reportsAt }) => <ShortMoment moment={reportsAt} />,
    capacity: ({ capacity }) => formatCount(capacity),
    seated: ({ seated }) => formatCount(seated),
    state: ({ state }) => <SittingStatus state={state} />,
  },
  getKey: ({ id }) => id,
  getPath: ({ id }) => getEntryPath(staffPaths.sittings, id),
  noWrap: ['starts', 'reports', 'capacity', 'seated', 'state'],
  linkColumn: 'label',
  phone: { title: 'label', facts: ['starts', 'venue'], status: 'state' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const mayManage = useMay()('sitting:manage') && exercise?.isArchived === false
  const [isAdding, setAdding] = useState(false)
  const { data: venues = [] } = useVenues(exercise?.year)
  return (
    <>
      <PageHead
        title="Sittings"
        intro="A sitting is a test or an interview at one venue, at one time, for as many applicants as it has seats."
        actions={
          <>
            {mayManage && <Button onClick={() => setAdding(true)}>Add a sitting</Button>}
            {mayManage && (
              <ButtonLink variant="secondary" to={staffPaths.seating}>
                Give seats
              </ButtonLink>
            )}
            <ButtonLink variant="secondary" to={staffPaths.seats}>
              Seats
            </ButtonLink>
            <ButtonLink variant="secondary" to={staffPaths.venues}>
              Venues
            </ButtonLink>
          </>
        }
      />
      <StaffList
        exercise={exercise?.year}
        view={sittingsView}
        options={{ venue: Object.fromEntries(venues.map(({ id, name }) => [id, name])) }}
        whenEmpty={<p>There is no sitting yet. Add the venues first, then a sitting for each batch.</p>}
        load={async (query, signal) => (await staffCall('staffSittings', { query, signal })).data}
      />
      {isAdding && exercise && (
        <SittingDialog exercise={exercise.year} sitting={null} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
