// The exercise at a glance: how far the applicants are, and what waits for the person.

import { useQuery } from '@tanstack/react-query'
import { QueryResult } from '#kit/query/query-result.tsx'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Banner } from '#kit/ui/feedback/banner.tsx'
import { Card } from '#kit/ui/layout/card.tsx'
import { formatCappedCount, formatCount } from '#shared/format/numbers.ts'
import { staffPaths } from '#shared/staff/paths.ts'
import { EntryHead } from '#staff/entities/entry-head/entry-head.tsx'
import { describeExercise, type ExerciseChoice, useChosenExercise } from '#staff/entities/exercise/chosen-exercise.ts'
import { describeGrants } from '#staff/entities/session/describe-grant.ts'
import { useMay, useMe } from '#staff/entities/session/staff-session.ts'
import { staffCall } from '#staff/http/staff-call.ts'
import { BackupCard } from './backup-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { useHomeCounts } from './home-counts.ts'
import styles from './home-page.module.css'
import { ProgressCard } from './progress-card.tsx'
import { WaitingCard } from './waiting-card.tsx'

export function Component() {
  const { name, roles, permissions } = useMe()
  const { exercise } = useChosenExercise()
  const counts = useHomeCounts(exercise?.year)
  const review = useNextReview(exercise)
  return (
    <>
      <EntryHead title={`Welcome, ${name}`}>
        <span>
          {exercise
            ? `${exercise.title} ${exercise.isArchived ? describeExercise(exercise) : exercise.year}`
            : 'No exercise yet'}
        </span>
        <span>{roles.length > 0 ? describeGrants(roles) : 'No role yet'}</span>
      </EntryHead>
      <WaitingRoles />
      {counts.data?.administrators?.value === 1 && <OnlyAdministrator />}
      {permissions.length > 0 && (
        <QueryResult
          query={counts}
          lines={['block', 'line', 'line', 'line']}
          loading="Counting what waits for you…"
          failed="What waits for you could not be counted"
        >
          {({ progress, firstSteps, backup, ...waiting }) => (
            <>
              {progress.length > 0 && <ProgressCard progress={progress} />}
              <div className={styles.stack} data-pending={review.isLoading || undefined}>
                {(review.error || hasReviews(review.data)) && (
                  <QueryResult query={review} failed="Your reviews could not be read">
                    {(next) => hasReviews(next) && <ReviewCard {...next} />}
                  </QueryResult>
                )}
                <div className={styles.columns}>
                  <FirstSteps firstSteps={firstSteps} />
                  <div className={firstSteps === null ? styles.split : styles.stack}>
                    <WaitingCard {...waiting} />
                    {backup && <BackupCard backup={backup} />}
                  </div>
                </div>
              </div>
            </>
          )}
        </QueryResult>
      )}
    </>
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

type NextReview = NonNullable<ReturnType<typeof useNextReview>['data']>

/** For those who review, until the exercise is archived. */
function useNextReview(exercise: ExerciseChoice['exercise']) {
  const mayReview = useMay()('application:review')
  const year = exercise?.year
  return useQuery({
    queryKey: ['counts', 'review', year],
    queryFn: async ({ signal }) => (await staffCall('nextReview', { query: { exercise: year }, signal })).data,
    enabled: mayReview && !exercise?.isArchived,
  })
}

const hasReviews = (next: NextReview | undefined) => next !== undefined && next.progress.total > 0

/** The way into one's own queue. */
function ReviewCard({ number, progress }: NextReview) {
  return (
    <Card title="Your reviews">
      <div className={styles.reviews}>
        <p>
          <strong className={styles.count}>
            {formatCount(progress.done)} of {formatCappedCount({ value: progress.total, more: progress.more })}
          </strong>{' '}
          today
        </p>
        {number ? <ButtonLink to={staffPaths.review}>Review the next case</ButtonLink> : <p>Nothing to review.</p>}
      </div>
    </Card>
  )
}
