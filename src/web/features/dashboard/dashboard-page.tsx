import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fullName } from '#shared/format/names.ts'
import { ownApplication } from '#web/entities/application/own-application.ts'
import { useSession } from '#web/entities/session/session.ts'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './dashboard-page.module.css'
import { EnrolledInformation } from './enrolled-information.tsx'
import { MonthCard } from './month-card.tsx'
import { Notifications } from './notifications.tsx'
import { Promo } from './promo.tsx'
import { StageLine } from './stage-line.tsx'
import { VerifyPaymentCard } from './verify-payment-card.tsx'

/** Where am I, what must I do next, what is new (specification, section 2). */
export function Component() {
  const { user } = useSession()
  const { data: application = null, isPending, error } = useQuery(ownApplication)
  useEffect(() => {
    // Only logged (specification, section 8): the dashboard tells what it knows without it.
    if (error) console.warn('The application could not be loaded.', error)
  }, [error])

  if (!user) return null
  const submitted = application !== null
  return (
    <div className={styles.page}>
      <div className={styles.greeting}>
        <PageTitle>Welcome, {fullName(user)}</PageTitle>
        <p>
          {user.role}
          {user.department && `, ${user.department}`}, School of {user.faculty}
        </p>
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <StageLine user={user} submitted={submitted} />
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
