// Who has an interest in which case.
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { type RecusalRow, recusalList, recusalStates } from '#shared/lists/recusals.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'

const recusalsView: ListView<RecusalRow, typeof recusalList> = {
  list: recusalList,
  cells: {
    made: ({ madeAt }) => <ShortMoment moment={madeAt} />,
    person: ({ person }) => person.name,
    number: ({ number }) => number,
    name: ({ name }) => name,
    school: ({ school }) => school,
    reason: ({ reason }) => reason,
    state: ({ state }) => recusalStates[state],
    madeBy: ({ madeBy }) => madeBy.name,
    ended: ({ endedAt, endedBy }) =>
      endedAt && (
        <>
          <ShortMoment moment={endedAt} />, {endedBy?.name}
        </>
      ),
  },
  getKey: ({ id }) => id,
  getPath: ({ number }) => getEntryPath(staffPaths.applications, number),
  noWrap: ['made', 'number', 'state'],
  linkColumn: 'number',
  phone: { title: 'person', facts: ['number', 'made'], status: 'state' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageHead title="Recusals" />
      <StaffList
        exercise={exercise?.year}
        view={recusalsView}
        whenEmpty={
          <p>
            Nobody is recused. Who knows an applicant says so on the page of the application, and sees nothing of it any
            more.
          </p>
        }
        load={async (query, signal) => (await staffCall('staffRecusals', { query, signal })).data}
      />
    </>
  )
}
