import { useQuery } from '@tanstack/react-query'
import { messages } from '#shared/messages/web-messages.ts'
import { getNextTask } from '#shared/policy/applicant-status.ts'
import { ownApplication } from '#web/entities/application/own-application.ts'
import { useSession } from '#web/entities/session/session.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Status } from '#web/ui/feedback/status.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './notifications-page.module.css'

/** The specification's three cards, in its order (section 2). */
const reminders = [
  { id: 1, label: 'new' },
  { id: 2, label: 'new' },
  { id: 3, label: 'open' },
] as const

/** Three reminders until the application is submitted. */
export function Component() {
  const { user } = useSession()
  const { data: application, isPending, error } = useQuery(ownApplication)
  if (!user) return null
  return (
    <div className={styles.page}>
      <PageTitle>Notifications</PageTitle>
      {isPending && <Skeleton lines={['block', 'block', 'block']} />}
      {error && <Banner tone="error">{messages.loading.applicationError}</Banner>}
      {application && (
        <p className={styles.none}>You have no notifications. Results and notes are on your dashboard.</p>
      )}
      {!isPending && !application && (
        <ul className={styles.list}>
          {reminders.map(({ id, label }) => (
            <li key={id} className={styles.card}>
              <Status kind={label}>{label}</Status>
              <p>You are yet to complete your Application.</p>
              <ButtonLink to={getNextTask(user, false).to} variant="secondary">
                view
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
