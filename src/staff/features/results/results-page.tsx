// Results as they are stored, published or not.
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { type ResultRow, resultList } from '#shared/lists/results.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { resultStatuses } from '#shared/staff/results.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMayOpen } from '#staff/entities/session/page-access.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortMoment } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { ResultsByHand } from './results-by-hand.tsx'

const resultsView: ListView<ResultRow, typeof resultList> = {
  list: resultList,
  cells: {
    number: ({ number }) => number,
    name: ({ name }) => name,
    kind: ({ kind }) => sittingKinds[kind],
    school: ({ school }) => school,
    role: ({ role }) => role,
    state: ({ state }) => stateOptions[state],
    score: ({ score }) => score,
    maximum: ({ maximum }) => maximum,
    remark: ({ remark }) => remark,
    status: ({ status }) => resultStatuses[status],
    published: ({ isPublished }) => (isPublished ? 'Yes' : 'No'),
    entered: ({ enteredAt }) => <ShortMoment moment={enteredAt} />,
  },
  getKey: ({ id }) => id,
  getPath: ({ number }) => getEntryPath(staffPaths.applications, number),
  noWrap: ['number', 'score', 'maximum', 'entered'],
  linkColumn: 'number',
  phone: { title: 'name', facts: ['number', 'kind', 'status'], status: 'score' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const mayOpen = useMayOpen()
  const list = (
    <StaffList
      exercise={exercise?.year}
      view={resultsView}
      whenEmpty={
        <p>
          There is no result yet. Results come from a file of the CBT or the interview, or are entered by hand;
          applicants see them once they are published.
        </p>
      }
      load={async (query, signal) => (await staffCall('staffResults', { query, signal })).data}
    />
  )
  return (
    <>
      <PageHead
        title="Results"
        actions={
          <>
            {mayOpen(staffPaths.newResults) && !exercise?.isArchived && (
              <ButtonLink to={staffPaths.newResults}>Import results</ButtonLink>
            )}
            <ButtonLink variant="secondary" to={staffPaths.cutOff}>
              Cut-off
            </ButtonLink>
          </>
        }
      />
      {exercise ? <ResultsByHand exercise={exercise.year}>{list}</ResultsByHand> : list}
    </>
  )
}
