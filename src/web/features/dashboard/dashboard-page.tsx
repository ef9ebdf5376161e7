import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatFullName } from '#shared/format/names.ts'
import { ownApplication } from '#web/entities/application/own-application.ts'
import { useSession } from '#web/entities/session/session.ts'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './dashboard-page.module.css'
import { EnrolledInformation } from './enrolled-information.tsx'
import { MonthCard } from './month-card.tsx'
import { Notifications } from './notifications.tsx'
import { Promo } from './promo.tsx'
import { StageStepper } from './stage-stepper.tsx'
import { VerifyPaymentCard } from './verify-payment-card.tsx'

/** The applicant's stage, next task and news (specification, section 2). */
export function Component() {
  const { user } = useSession()
  const { data: application = null, isPending, error } = useQuery(ownApplication)
  useEffect(() => {
    // Only logged (specification, section 8): the rest of the dashboard works without it.
    if (error) console.warn('The application could not be loaded.', error)
  }, [error])

  if (!user) return null
  const submitted = application !== null
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
          <StageStepper user={user} submitted={submitted} />
          <Promo user={user} submitted={submitted} />
          <EnrolledInformation user={user} application={application} />
          <Notifications user={user} application={application} loading={isPending} />
        </div>
        <div className={styles.side}>
          <MonthCard examDate={user.examDate} />
          <VerifyPaymentCard />
        </div>
      </div>
    </div>
  )
}
