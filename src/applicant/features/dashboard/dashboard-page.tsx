import { useEffect } from 'react'
import { useApplicationSummary } from '#applicant/entities/application/application-summary.ts'
import { DeadlineNotice } from '#applicant/entities/exercise/deadline-notice.tsx'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { getServerTime, useServerTime } from '#applicant/http/server-clock.ts'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { formatAppliedPost, formatGreeting } from '#shared/format/names.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import { offerPlace } from '#shared/policy/next-step.ts'
import { ApplicationUnavailable } from './application-unavailable.tsx'
import styles from './dashboard-page.module.css'
import { EnrolledInformation } from './enrolled-information.tsx'
import { getNextStepView } from './next-step-view.ts'
import { Notifications } from './notifications.tsx'
import { Promo } from './promo.tsx'
import { StageStepper } from './stage-stepper.tsx'
import { useFormProgress } from './use-form-progress.ts'
import { VerifyPaymentCard } from './verify-payment-card.tsx'

/** The calendar weighs as much as the rest of the page, and comes last on a phone. */
const LazyMonthCard = lazyPart(
  () => import('./month-card.tsx').then(({ MonthCard }) => MonthCard),
  <Skeleton lines={['block', 'block', 'block']} />,
)

const LazyOfferCard = lazyPart(() => import('./offer-card.tsx').then(({ OfferCard }) => OfferCard), null)

/** The applicant's stage, next step and news. */
export function Component() {
  const { user } = useSession()
  return user && <Dashboard user={user} />
}

function Dashboard({ user }: { user: User }) {
  const { summary, isFailed, error, ...retrying } = useApplicationSummary(user.userId)
  useEffect(() => {
    // Only logged: the rest of the dashboard works without it.
    if (error) console.warn('The application could not be loaded.', error)
  }, [error])

  return (
    <div className={styles.page}>
      <div className={styles.greeting}>
        <PageTitle>{formatGreeting(user)}</PageTitle>
        <p>{formatAppliedPost(user)}</p>
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          {isFailed && <ApplicationUnavailable {...retrying} />}
          {summary && <Progress user={user} summary={summary} />}
          {!summary && !isFailed && <Skeleton lines={['block', 'block', 'title', 'block', 'title', 'line']} />}
        </div>
        <div className={styles.side}>
          <LazyMonthCard
            isInterview={summary?.exam?.kind === 'interview'}
            // The account is read once per visit of the app; the exam may have been moved or cancelled since.
            examDate={summary ? (summary.exam?.date ?? null) : user.examDate}
          />
          <VerifyPaymentCard isPaid={hasPaid(user)} />
        </div>
      </div>
    </div>
  )
}

/** What is known of the application, from the stage to the notifications. */
function Progress({ user, summary }: { user: User; summary: ApplicationSummary }) {
  const progress = useFormProgress(user.userId, summary.form)
  const { deadline } = useOwnExercise()
  const now = useServerTime() ?? getServerTime()
  const view = getNextStepView({ user, summary, progress, deadline, now })
  return (
    <>
      <StageStepper user={user} summary={summary} isFormComplete={!progress?.missing.length} />
      {!summary.application && view.kind !== 'too late' && <DeadlineNotice />}
      {summary.application?.isVerified && (
        <div id={offerPlace.slice(1)}>
          <LazyOfferCard />
        </div>
      )}
      <Promo view={view} />
      <EnrolledInformation user={user} summary={summary} />
      <Notifications summary={summary} />
    </>
  )
}
