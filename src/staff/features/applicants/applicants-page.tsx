// Everybody with an account in the exercise, found by whatever they name on the telephone.

import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { ApplicantRow } from '#shared/api/staff/applicants.ts'
import { formatShortDate } from '#shared/format/days.ts'
import { getDefaultApplicantOrder } from '#shared/lists/applicant-order.ts'
import { applicantListColumns } from '#shared/lists/columns.ts'
import { stateOptions } from '#shared/reference-data/states.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { usePostOptions } from '#staff/entities/exercise/exercise-posts.ts'
import { useMay } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import type { ListView } from '#staff/list/list-column.ts'
import { StaffList } from '#staff/list/staff-list.tsx'
import { ChosenApplicantActions, useMayChooseApplicants } from './chosen-applicants.tsx'

const { stage, gender, published, flags } = applicantListColumns

const formatDay = (moment: string | null) => (moment === null ? '–' : formatShortDate(moment))
const getLabel = (labels: Readonly<Record<string, string>>, value: string | null) =>
  value === null ? '–' : (labels[value] ?? value)

const applicantsView: ListView<ApplicantRow> = {
  columns: applicantListColumns,
  getDefaultSort: getDefaultApplicantOrder,
  cells: {
    name: ({ name }) => name,
    userId: ({ userId }) => userId,
    number: ({ number }) => number ?? '–',
    role: ({ role }) => role,
    school: ({ school }) => school,
    department: ({ department }) => department ?? '–',
    state: ({ state }) => getLabel(stateOptions, state),
    lga: ({ lga }) => lga,
    gender: (row) => getLabel(gender.options, row.gender),
    stage: (row) => getLabel(stage.options, row.stage),
    paid: ({ paid }) => (paid ? 'Yes' : 'No'),
    identified: ({ identified }) => (identified ? 'Yes' : 'No'),
    published: (row) => getLabel(published.options, row.published),
    flags: (row) => row.flags.map((flag) => getLabel(flags.options, flag)).join(', ') || '–',
    issued: ({ issued }) => formatDay(issued),
    submitted: ({ submitted }) => formatDay(submitted),
    lastSeen: ({ lastSeen }) => formatDay(lastSeen),
    email: ({ email }) => email ?? '–',
    phone: ({ phone }) => phone ?? '–',
  },
  startColumns: ['name', 'userId', 'role', 'state', 'stage', 'flags', 'issued', 'submitted'],
  getKey: ({ userId }) => userId,
  getPath: ({ userId }) => `/applicants/${encodeURIComponent(userId)}`,
  unbroken: ['userId', 'number', 'issued', 'submitted', 'lastSeen', 'phone'],
  linkColumn: 'name',
}

export function Component() {
  const may = useMay()
  const mayChoose = useMayChooseApplicants()
  const { exercise } = useChosenExercise()
  const postOptions = usePostOptions(exercise?.year)
  const columns = Object.fromEntries(
    Object.entries(applicantListColumns).filter(([, column]) => !('permission' in column) || may(column.permission)),
  )
  return (
    <>
      <PageTitle>Applicants</PageTitle>
      <StaffList
        name="applicants"
        noun="applicants"
        exercise={exercise?.year}
        view={{ ...applicantsView, columns }}
        options={{ state: stateOptions, ...postOptions }}
        exported="applicants"
        searchHint="User ID, application number, RRR, email, phone number or name"
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
