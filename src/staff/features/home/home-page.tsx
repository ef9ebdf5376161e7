// What waits for the person: links into filtered lists, with how many there are.
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { applicantList } from '#shared/lists/applicants.ts'
import { staffRoleLabels } from '#shared/roles/permissions.ts'
import { getDueDay } from '#shared/staff/complaint-due.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { useMay, useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { CountCard, type ListCount, type LoadCounts } from './count-card.tsx'
import styles from './home-page.module.css'
import { OldestCard } from './oldest-card.tsx'

export function Component() {
  const { name, roles } = useMe()
  const may = useMay()
  const { exercise } = useChosenExercise()
  return (
    <>
      <PageTitle>Welcome, {name}</PageTitle>
      <div className={styles.cards}>
        <div className={styles.column}>
          {may('staff:manage') && <OnlyAdministrator />}
          <OldestCard exercise={exercise?.year} />
          {may('application:review') && <ReviewCard exercise={exercise?.year} />}
          {may('application:note') && (
            <CountCard
              title="Applications"
              of="applications"
              exercise={exercise?.year}
              load={createApplicationCounts(exercise?.year, [
                ...(may('application:decide') ? panelLists : []),
                ...applicationLists,
                ...(may('application:return') ? returnLists : []),
                ...(may('application:review') ? ownLists : []),
              ])}
            />
          )}
          <PublicationCard exercise={exercise?.year} />
          <SettingsCard exercise={exercise?.year} />
          {may('complaint:answer') && (
            <CountCard
              title="Complaints"
              of="complaints"
              exercise={exercise?.year}
              load={createComplaintCounts(exercise?.year)}
            />
          )}
          {may('staff:manage') && <CountCard title="Staff" of="staff" load={loadPeopleCounts} />}
          {may('account:recover') && <CountCard title="Emails" of="emails" load={loadEmailCounts} />}
          <Card title="Your work here">
            <FactList
              facts={[
                ['Roles', [...new Set(roles.map(({ role }) => staffRoleLabels[role]))].join(', ')],
                ['Exercise', exercise ? `${exercise.title} ${exercise.year}` : 'None yet'],
              ]}
            />
          </Card>
        </div>
        {may('applicant:find') && (
          <CountCard
            title="Applicants"
            of="applicants"
            exercise={exercise?.year}
            load={createApplicantCounts(exercise?.year)}
          />
        )}
      </div>
    </>
  )
}

const publicationLists = [
  ['Wait for the approval of another person', { state: 'proposed' }],
  ['Drafts', { state: 'draft' }],
] as const

/** Proposed ones are few, and who made or proposed one cannot approve it. */
async function countToApprove(me: string, exercise: number | undefined, signal: AbortSignal): Promise<ListCount> {
  const query = { state: 'proposed' } as const
  const { data } = await staffCall('staffPublications', { query: { ...query, exercise, limit: 100 }, signal })
  const waiting = data.rows.filter(({ madeBy, proposedBy }) => madeBy.id !== me && proposedBy?.id !== me)
  const count = { value: waiting.length, more: data.next !== null }
  return { label: 'Wait for your approval', to: `/publications?${new URLSearchParams(query)}`, count }
}

function PublicationCard({ exercise }: { exercise: number | undefined }) {
  const may = useMay()
  const { id: me } = useMe()
  if (!may('publication:read')) return null
  const load: LoadCounts = async (signal) => [
    ...(may('publication:approve') ? [await countToApprove(me, exercise, signal)] : []),
    ...(await Promise.all(
      publicationLists.map(async ([label, query]) => {
        const { data } = await staffCall('staffPublications', { query: { ...query, exercise, limit: 1 }, signal })
        return { label, to: `/publications?${new URLSearchParams(query)}`, count: data.count }
      }),
    )),
  ]
  return <CountCard title="Publications" of="publications" exercise={exercise} load={load} />
}

/** Changes of the settings that this person can approve. */
function SettingsCard({ exercise }: { exercise: number | undefined }) {
  const may = useMay()
  if (!may('settings:change') || exercise === undefined) return null
  const load: LoadCounts = async (signal) => {
    const { data } = await staffCall('staffExercise', { params: { year: exercise }, signal })
    const value = data.proposals.filter(({ mayApprove }) => mayApprove).length
    return [{ label: 'Changes that wait for your approval', to: '/settings/exercise', count: { value, more: false } }]
  }
  return <CountCard title="Exercise settings" of="settings" exercise={exercise} load={load} />
}

/** What needs a second person cannot be done while there is only one. */
function OnlyAdministrator() {
  const admins = useQuery({
    queryKey: ['counts', 'administrators'],
    queryFn: async ({ signal }) =>
      (await staffCall('staffPeople', { query: { role: 'admin', status: 'active', limit: 1 }, signal })).data.count,
  })
  if (admins.data?.value !== 1) return null
  return (
    <Banner tone="warning" title="You are the only administrator">
      <p>
        An exercise needs two: another one must approve roles and settings that matter, and the role of a second
        administrator too. Ask the people who run the server to add the second one with the command add-staff and its
        option --rescue.
      </p>
    </Banner>
  )
}

/** Lists by their filters; each is counted by its own call. */
const listComplaintLists = () =>
  [
    ['Nobody has answered yet', { state: 'new|open', sort: 'received' }],
    [
      'Due: no answer for three working days',
      { state: 'new|open', receivedTo: getDueDay(new Date()), sort: 'received' },
    ],
    ['Assigned to you', { state: 'new|open', assigned: 'me', sort: 'received' }],
  ] as const

const createComplaintCounts =
  (exercise: number | undefined): LoadCounts =>
  (signal) =>
    Promise.all(
      listComplaintLists().map(async ([label, query]) => {
        const { data } = await staffCall('staffComplaints', { query: { ...query, exercise, limit: 1 }, signal })
        return { label, to: `/complaints?${new URLSearchParams(query)}`, count: data.count }
      }),
    )

const peopleLists = [
  ['Wait for a second administrator', { waiting: 'yes' }],
  ['Have not accepted the invitation yet', { status: 'invited' }],
] as const

const loadPeopleCounts: LoadCounts = (signal) =>
  Promise.all(
    peopleLists.map(async ([label, query]) => {
      const { data } = await staffCall('staffPeople', { query: { ...query, limit: 1 }, signal })
      return { label, to: `/people?${new URLSearchParams(query)}`, count: data.count }
    }),
  )

const emailLists = [
  ['Refused by the mail server', { state: 'refused' }],
  ['Could not be sent', { state: 'failed' }],
] as const

const loadEmailCounts: LoadCounts = (signal) =>
  Promise.all(
    emailLists.map(async ([label, query]) => {
      const { data } = await staffCall('staffEmails', { query: { ...query, limit: 1 }, signal })
      return { label, to: `/emails?${new URLSearchParams(query)}`, count: data.count }
    }),
  )

const { stage, flags } = applicantList.columns
const applicantLists = [
  ...Object.entries(stage.options).map(([value, label]) => [label, { stage: value }] as const),
  ...Object.entries(flags.options).map(([value, label]) => [label, { flags: value }] as const),
]

const createApplicantCounts =
  (exercise: number | undefined): LoadCounts =>
  (signal) =>
    Promise.all(
      applicantLists.map(async ([label, query]) => {
        const { data } = await staffCall('staffApplicants', { query: { ...query, exercise, limit: 1 }, signal })
        return { label, to: `/applicants?${new URLSearchParams(query)}`, count: data.count }
      }),
    )

/** Those that wait, by what they wait for. */
const applicationLists = [
  ['Not reviewed yet', { stage: 'submitted', sort: 'submitted' }],
  ['One review, a second one is missing', { stage: 'screening', reviews: '1', sort: 'submitted' }],
] as const
const ownLists = [['Assigned to you', { stage: 'submitted|screening', assigned: 'me', sort: 'submitted' }]] as const
const returnLists = [
  ['For correction: reviews ask for it, or the applicant has it', { stage: 'returned', sort: 'submitted' }],
] as const
const panelLists = [
  ['Reviews differ: the chair decides', { split: 'yes', sort: 'submitted' }],
  ['Held', { stage: 'held', sort: 'submitted' }],
  ['Decided, not published', { decided: 'shortlisted|rejected', published: 'none', sort: 'submitted' }],
] as const

const createApplicationCounts =
  (
    exercise: number | undefined,
    lists: readonly (typeof applicationLists | typeof returnLists | typeof panelLists | typeof ownLists)[number][],
  ): LoadCounts =>
  (signal) =>
    Promise.all(
      lists.map(async ([label, filters]) => {
        const { data } = await staffCall('staffApplications', { query: { ...filters, exercise, limit: 1 }, signal })
        return { label, to: `/applications?${new URLSearchParams(filters)}`, count: data.count }
      }),
    )

/** The way into one's own queue. */
function ReviewCard({ exercise }: { exercise: number | undefined }) {
  const next = useQuery({
    queryKey: ['counts', 'review', exercise],
    queryFn: async ({ signal }) => (await staffCall('nextReview', { query: { exercise }, signal })).data,
  })
  if (!next.data) return null
  const { number, progress } = next.data
  return (
    <Card title="Your reviews">
      <p className={styles.today}>
        <strong className={styles.count}>
          {progress.done.toLocaleString('en-NG')} of {progress.total.toLocaleString('en-NG')}
          {progress.more && '+'}
        </strong>{' '}
        today
      </p>
      <p>{number ? <ButtonLink to="/review">Review the next case</ButtonLink> : 'Nothing waits for you.'}</p>
    </Card>
  )
}
