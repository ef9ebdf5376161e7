import { useEffect } from 'react'
import type { User } from '#shared/api/accounts.ts'
import { formatFullName } from '#shared/format/names.ts'
import { hasPaid } from '#shared/policy/next-route.ts'
import { useOwnApplication } from '#web/entities/application/own-application.ts'
import { useSession } from '#web/entities/session/session.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import { ApplicationUnavailable } from './application-unavailable.tsx'
import styles from './dashboard-page.module.css'
import { EnrolledInformation } from './enrolled-information.tsx'
import { Notifications } from './notifications.tsx'
import { Promo } from './promo.tsx'
import { StageStepper } from './stage-stepper.tsx'
import { VerifyPaymentCard } from './verify-payment-card.tsx'

/** The calendar weighs as much as the rest of the page, and comes last on a phone. */
const LazyMonthCard = lazyPart(
  () => import('./month-card.tsx').then(({ MonthCard }) => MonthCard),
  <Skeleton lines={['block', 'block', 'block']} />,
)

/** The applicant's stage, next task and news (specification, section 2). */
export function Component() {
  const { user } = useSession()
  return user && <Dashboard user={user} />
}

function Dashboard({ user }: { user: User }) {
  const { application, submitted, isFailed, error, retry } = useOwnApplication(user.userId)
  useEffect(() => {
    // Only logged (specification, section 8): the rest of the dashboard works without it.
    if (error) console.warn('The application could not be loaded.', error)
  }, [error])

  return (
    <div className={styles.page}>
      <div className={styles.greeting}>
        <PageTitle>Welcome, {formatFullName(user)}</PageTitle>
        <p>
          {user.role}
          {user.department && `, ${user.department}`}, School of {user.faculty}
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          {isFailed && <ApplicationUnavailable onRetry={retry} />}
          {submitted === undefined ? (
            !isFailed && <Skeleton lines={['block', 'block']} />
          ) : (
            <>
              <StageStepper user={user} submitted={submitted} />
              <Promo user={user} submitted={submitted} />
            </>
          )}
          {application === undefined ? (
            !isFailed && <Skeleton lines={['title', 'block', 'title', 'line']} />
          ) : (
            <>
              <EnrolledInformation user={user} application={application} />
              <Notifications user={user} application={application} />
            </>
          )}
        </div>
        <div className={styles.side}>
          <LazyMonthCard examDate={user.examDate} />
          <VerifyPaymentCard isPaid={hasPaid(user)} />
        </div>
      </div>
    </div>
  )
}
