import { Award, CalendarDays, CircleCheck, MessageSquareWarning } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#shared/api/accounts.ts'
import type { Application } from '#shared/api/applications.ts'
import { dashboardNotices, type Notice } from '#shared/policy/applicant-status.ts'
import { screens } from '#shared/routes.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { type Drawing, Icon } from '#web/ui/layout/icon.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import styles from './notifications.module.css'

const icons: Record<Notice['kind'], Drawing> = {
  result: Award,
  exam: CalendarDays,
  approved: CircleCheck,
  note: MessageSquareWarning,
}

interface Props {
  user: User
  application: Application | null
  loading: boolean
}

/** Results, the exam and the decision, or the reasons why not (specification, section 4). */
export function Notifications({ user, application, loading }: Props) {
  const notices = dashboardNotices(application, user)
  return (
    <section aria-labelledby="notifications">
      <div className={styles.head}>
        <h2 id="notifications">Notifications</h2>
        <Link to={screens.notifications}>See all</Link>
      </div>
      {loading && <Skeleton bones={['line', 'line']} />}
      {!loading && notices.length === 0 && (
        <p className={styles.none}>
          {application
            ? 'Your application is being read. Results, exam details and notes will appear here.'
            : 'Nothing yet. Once you have submitted your application, results and notes appear here.'}
        </p>
      )}
      {notices.length > 0 && (
        <ul className={styles.list}>
          {notices.map(({ kind, title, text }) => (
            <li key={`${title} ${text}`} className={classes(styles.notice, styles[kind])}>
              <Icon of={icons[kind]} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
