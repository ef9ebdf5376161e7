// Everybody with an account in the exercise, found by whatever they name on the telephone.

import { PageHead } from '#kit/ui/layout/page-head.tsx'
import { getLabel } from '#shared/format/labels.ts'
import { type ApplicantRow, applicantList } from '#shared/lists/applicants.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { getEntryPath, staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { usePostOptions } from '#staff/entities/exercise/exercise-posts.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { ShortDay } from '#staff/list/short-moment.tsx'
import { StaffList } from '#staff/list/staff-list.tsx'
import { StageTotals } from '#staff/list/stage-totals.tsx'
import { ChosenApplicantActions, useMayChooseApplicants } from './chosen-applicants.tsx'

const { stage, gender, published, flags } = applicantList.columns

const applicantsView: ListView<ApplicantRow, typeof applicantList> = {
  list: applicantList,
  cells: {
    name: ({ name }) => name,
    userId: ({ userId }) => userId,
    number: ({ number }) => number,
    role: ({ role }) => role,
    school: ({ school }) => school,
    department: ({ department }) => department,
    state: ({ state }) => getLabel(stateOptions, state),
    lga: ({ lga }) => lga,
    gender: (row) => getLabel(gender.options, row.gender),
    stage: (row) => getLabel(stage.options, row.stage),
    paid: ({ paid }) => (paid ? 'Yes' : 'No'),
    identified: ({ identified }) => (identified ? 'Yes' : 'No'),
    published: (row) => row.published && getLabel(published.options, row.published),
    flags: (row) => row.flags.map((flag) => getLabel(flags.options, flag)).join(', '),
    issued: ({ issued }) => <ShortDay moment={issued} />,
    submitted: ({ submitted }) => <ShortDay moment={submitted} />,
    proposed: ({ proposed }) => <ShortDay moment={proposed} />,
    lastSeen: ({ lastSeen }) => <ShortDay moment={lastSeen} />,
  },
  getKey: ({ userId }) => userId,
  getPath: ({ userId, opens }) => (opens ? getEntryPath(staffPaths.applicants, userId) : null),
  noWrap: ['userId', 'number', 'stage', 'issued', 'submitted', 'proposed', 'lastSeen'],
  linkColumn: 'name',
  phone: { title: 'name', facts: ['userId', 'flags'], status: 'stage' },
}

export function Component() {
  const { exercise } = useChosenExercise()
  const mayChoose = useMayChooseApplicants(exercise?.year)
  const postOptions = usePostOptions(exercise?.year)
  return (
    <>
      <PageHead title="Applicants" />
      <StaffList
        exercise={exercise?.year}
        view={applicantsView}
        options={{ state: stateOptions, ...postOptions }}
        totals={<StageTotals list="applicants" exercise={exercise?.year} />}
        whenEmpty={
          <p>No account has been issued in this exercise yet. Accounts come from the list that the registry issues.</p>
        }
        chosen={
          mayChoose
            ? (choice, visible) => <ChosenApplicantActions {...{ choice, visible }} exercise={exercise?.year} />
            : undefined
        }
        load={async (query, signal) => (await staffCall('staffApplicants', { query, signal })).data}
      />
    </>
  )
}
