// What waits for the person: links into filtered lists, with how many there are.

import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { FactList } from '#kit/ui/layout/fact-list.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { formatCappedCount, formatCount } from '#shared/format/numbers.ts'
import { staffRoleLabels } from '#shared/roles/permissions.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { describeGrants } from '#staff/entities/session/describe-grant.ts'
import { useMay, useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { CountCard } from './count-card.tsx'
import { CountedLinks } from './counted-links.tsx'
import { useHomeCounts } from './home-counts.ts'
import styles from './home-page.module.css'
import { OldestCard } from './oldest-card.tsx'

export function Component() {
  const { name, roles } = useMe()
  const may = useMay()
  const { exercise } = useChosenExercise()
  const counts = useHomeCounts(exercise?.year)
  return (
    <>
      <PageTitle>Welcome, {name}</PageTitle>
      <div className={styles.cards}>
        <WaitingRoles />
        {counts.data?.administrators?.value === 1 && <OnlyAdministrator />}
        <OldestCard counts={counts} />
        {may('application:review') && <ReviewCard exercise={exercise?.year} />}
        {may('application:note') && <CountCard list="applications" counts={counts} />}
        {may('publication:read') && <CountCard list="publications" counts={counts} />}
        {may('settings:change') && exercise && <SettingsCard exercise={exercise.year} />}
        {may('complaint:answer') && <CountCard list="complaints" counts={counts} />}
        {may('staff:manage') && <CountCard list="people" counts={counts} />}
        {may('account:recover') && <CountCard list="emails" counts={counts} />}
        <Card title="Your work here">
          <FactList
            facts={[
              ['Roles', [...new Set(roles.map(({ role }) => staffRoleLabels[role]))].join(', ') || 'None yet'],
              ['Exercise', exercise ? `${exercise.title} ${exercise.year}` : 'None yet'],
            ]}
          />
        </Card>
        {may('applicant:find') && <CountCard list="applicants" counts={counts} />}
      </div>
    </>
  )
}

/** Changes of the settings that this person can approve. */
function SettingsCard({ exercise }: { exercise: number }) {
  const settings = useQuery({
    queryKey: ['counts', 'settings', exercise],
    queryFn: async ({ signal }) => (await staffCall('staffExercise', { params: { year: exercise }, signal })).data,
  })
  return (
    <Card title="Exercise settings">
      <QueryResult
        query={settings}
        loading="Counting changes of the settings…"
        failed="The changes of the settings could not be counted"
      >
        {({ proposals }) => (
          <CountedLinks
            links={[
              {
                label: 'Changes that wait for your approval',
                to: '/settings/exercise',
                value: proposals.filter(({ mayApprove }) => mayApprove).length,
              },
            ]}
          />
        )}
      </QueryResult>
    </Card>
  )
}

/** The own roles that nobody has approved yet. */
function WaitingRoles() {
  const { waiting } = useMe()
  return waiting.map(({ roles, proposedBy }) => (
    <Banner key={describeGrants(roles)} tone="info" title="Roles of yours wait for approval">
      <p>
        {describeGrants(roles)}. {proposedBy} has proposed this; it counts when another administrator has approved it.
        You are signed out then, and get an email.
      </p>
    </Banner>
  ))
}

/** What needs a second person cannot be done while there is only one. */
function OnlyAdministrator() {
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
          {formatCount(progress.done)} of {formatCappedCount({ value: progress.total, more: progress.more })}
        </strong>{' '}
        today
      </p>
      <p>{number ? <ButtonLink to={staffPaths.review}>Review the next case</ButtonLink> : 'Nothing waits for you.'}</p>
    </Card>
  )
}
