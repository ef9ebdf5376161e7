import { Award, CalendarDays, CircleCheck, MessageSquareWarning } from 'lucide-react'
import { getServerTime } from '#applicant/http/server-clock.ts'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Icon, type IconComponent } from '#kit/ui/layout/icon.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { formatDateTime } from '#shared/format/dates.ts'
import { type DashboardMessage, getDashboardMessages } from '#shared/policy/applicant-status.ts'
import { isOpenForCorrection } from '#shared/policy/correction.ts'
import { getReplyPath } from '#shared/policy/next-step.ts'
import { paths } from '#shared/routes.ts'
import styles from './notifications.module.css'

const icons: Record<DashboardMessage['kind'], IconComponent> = {
  result: Award,
  exam: CalendarDays,
  approved: CircleCheck,
  note: MessageSquareWarning,
}

export const Notifications = ({ summary }: { summary: ApplicationSummary }) => (
  <section aria-labelledby="notifications">
    <div className={styles.head}>
      <h2 id="notifications">Notifications</h2>
      <TextLink to={paths.notifications}>See all</TextLink>
    </div>
    <NotificationList summary={summary} heading="h3" />
  </section>
)

function describeNone(application: ApplicationSummary['application']): string {
  if (!application) return 'Nothing yet. Once you have submitted your application, results and notes appear here.'
  const { correction, withdrawnAt } = application
  if (withdrawnAt) return `Your application was withdrawn on ${formatDateTime(withdrawnAt)}.`
  return correction && isOpenForCorrection(correction.until, getServerTime())
    ? `The registry has returned your application for correction until ${formatDateTime(correction.until)}. Open it under Application, correct it and send it again.`
    : 'The registry is checking your application. Results, exam details and notes will appear here.'
}

interface ListProps {
  summary: ApplicationSummary
  /** Below the heading above the list. */
  heading: 'h2' | 'h3'
}

/** Results, exam and decision, or the reasons of a rejection. */
export function NotificationList({ summary: { application, exam }, heading: Heading }: ListProps) {
  const notifications = getDashboardMessages(application, {
    examDate: exam?.date ?? null,
    examTime: exam?.time ?? null,
    examVenue: exam?.venue ?? null,
  })
  if (notifications.length === 0) return <p className={styles.none}>{describeNone(application)}</p>
  return (
    <ul className={styles.list}>
      {notifications.map(({ kind, title, text }) => (
        <li key={`${title} ${text}`} className={classNames(styles.notification, styles[kind])}>
          <Icon icon={icons[kind]} />
          <div>
            <Heading>{title}</Heading>
            <p>{text}</p>
            {kind === 'note' && application && (
              <TextLink to={getReplyPath(application.applicationId)}>Reply to the registry</TextLink>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
