import { useApplicationSummary } from '#applicant/entities/application/application-summary.ts'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { Skeleton } from '#kit/ui/feedback/skeleton.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import { decideNextStep } from '#shared/policy/next-step.ts'
import { ApplicationUnavailable } from './application-unavailable.tsx'
import { NotificationList } from './notifications.tsx'
import styles from './notifications-page.module.css'

/** The specification's three cards, in its order (section 2). */
const reminders = [
  { id: 1, label: 'new' },
  { id: 2, label: 'new' },
  { id: 3, label: 'open' },
] as const

/** Three reminders until the application is submitted; afterwards the notifications of the dashboard. */
export function Component() {
  const { user } = useSession()
  return (
    user && (
      <div className={styles.page}>
        <PageTitle>Notifications</PageTitle>
        <OwnNotifications user={user} />
      </div>
    )
  )
}

function OwnNotifications({ user }: { user: User }) {
  const { summary, isFailed, isKnownSubmitted, retry } = useApplicationSummary(user.userId)
  const { deadline } = useOwnExercise()
  if (isFailed) return <ApplicationUnavailable isKnownSubmitted={isKnownSubmitted} retry={retry} />
  if (!summary) return <Skeleton lines={['block', 'block', 'block']} />
  const { application, form, exam } = summary
  if (application) return <NotificationList summary={summary} heading="h2" />
  const { action } = decideNextStep({
    account: user,
    application,
    missingSteps: form?.missing ?? [],
    examDate: exam?.date ?? null,
    deadline,
    now: getServerTime(),
  })
  return (
    <ul className={styles.list}>
      {reminders.map(({ id, label }) => (
        <li key={id} className={styles.card}>
          <Status kind={label}>{label}</Status>
          <p>You are yet to complete your Application.</p>
          <ButtonLink to={action.to} variant="secondary">
            view
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
