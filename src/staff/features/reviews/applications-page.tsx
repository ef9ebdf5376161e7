// The submitted applications, for finding one and for seeing how far the reviews are.

import { useState } from 'react'
import { describeFailure, hasCode } from '#kit/http/api-error.ts'
import { Button } from '#kit/ui/actions/button.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type ApplicationRow, applicationList, unpublishedColumns } from '#shared/lists/applications.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { usePostOptions } from '#staff/entities/exercise/exercise-posts.ts'
import { useMayChange } from '#staff/entities/exercise/use-may-change.ts'
import { useOwnSelection } from '#staff/entities/selection/frozen-selection.tsx'
import { TakeSelectionButton } from '#staff/entities/selection/take-selection-button.tsx'
import { useIsLimited } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { useListAddress } from '#staff/list/list-address.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { StageTotals } from '#staff/list/stage-totals.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { ChosenActions, useMayChoose } from './chosen-actions.tsx'

const { gender, stage, decided, published, meets } = applicationList.columns

const applicationsView: ListView<ApplicationRow, typeof applicationList> = {
  list: applicationList,
  cells: {
    number: ({ number }) => number,
    name: ({ name }) => name,
    userId: ({ userId }) => userId,
    role: ({ role }) => role,
    school: ({ school }) => school,
    department: ({ department }) => department,
    state: ({ state }) => getLabel(stateOptions, state),
    lga: ({ lga }) => lga,
    gender: (row) => getLabel(gender.options, row.gender),
    submitted: ({ submitted }) => <ShortDay moment={submitted} />,
    stage: (row) => getLabel(stage.options, row.stage),
    reviews: ({ reviews, reviewsNeeded }) => `${reviews} of ${reviewsNeeded}`,
    split: ({ split }) => (split ? 'Yes' : 'No'),
    onHold: ({ onHold }) => (onHold ? 'Yes' : 'No'),
    decided: (row) => row.decided && getLabel(decided.options, row.decided),
    published: (row) => row.published && getLabel(published.options, row.published),
    assigned: ({ assigned }) => assigned?.name ?? 'Nobody',
    meets: (row) => row.meets && getLabel(meets.options, row.meets),
  },
  getKey: ({ number }) => number,
  getPath: ({ number }) => getEntryPath(staffPaths.applications, number),
  noWrap: ['number', 'name', 'userId', 'submitted', 'stage', 'reviews', 'published'],
  linkColumn: 'number',
  phone: { title: 'name', facts: ['number'], status: 'stage' },
}

/** For those who may see the status only. Their stage tells no decision, so they do not filter by it either. */
const statusColumns = Object.fromEntries([
  ...Object.entries(applicationList.columns).filter(([key]) => !unpublishedColumns.some((column) => column === key)),
  ['stage', { ...stage, filter: 'none' as const }],
])

/** A list by a selection that is gone, or a colleague's, is empty: this says why. */
function SelectionNotice({ id }: { id: string | undefined }) {
  const { error } = useOwnSelection(id)
  return (
    error && (
      <Banner tone="warning" role="alert" title="Your selection could not be read">
        <p>{hasCode(error, 'not_found') ? 'It has been deleted, or is a colleague’s.' : describeFailure(error)}</p>
      </Banner>
    )
  )
}

export function Component() {
  const isLimited = useIsLimited('application:read')
  const { exercise } = useChosenExercise()
  const mayChange = useMayChange(exercise?.year)
  const mayChoose = useMayChoose(exercise?.year)
  const postOptions = usePostOptions(exercise?.year)
  const { sort: _order, after: _page, exercise: _year, ...filters } = useListAddress().query
  const filter = { ...filters, exercise: exercise?.year }
  const [isAssigning, setAssigning] = useState(false)
  return (
    <>
      <PageHead
        title="Applications"
        actions={
          <>
            {mayChange('application:review') && (
              <ButtonLink to={staffPaths.review}>Review one after the other</ButtonLink>
            )}
            {mayChange('application:assign') && (
              <Button variant="secondary" onClick={() => setAssigning(true)}>
                Assign this list
              </Button>
            )}
            {mayChange('publication:make') && (
              <TakeSelectionButton to={staffPaths.newPublication} filter={filter}>
                Publish this list
              </TakeSelectionButton>
            )}
          </>
        }
      />
      <SelectionNotice id={filters.selection} />
      {isAssigning && <AssignDialog filter={filter} onClose={() => setAssigning(false)} />}
      <StaffList
        exercise={exercise?.year}
        view={isLimited ? { ...applicationsView, columns: statusColumns } : applicationsView}
        options={{ state: stateOptions, ...postOptions }}
        totals={!isLimited && <StageTotals list="applications" exercise={exercise?.year} />}
        whenEmpty={<p>No application has been submitted in this exercise yet.</p>}
        chosen={
          mayChoose
            ? (choice, visible) => <ChosenActions {...{ choice, visible }} exercise={exercise?.year} />
            : undefined
        }
        load={async (query, signal) => (await staffCall('staffApplications', { query, signal })).data}
      />
    </>
  )
}
