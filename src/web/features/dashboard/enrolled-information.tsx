import { FileText, Paperclip, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import type { User } from '#shared/api/accounts.ts'
import type { Application } from '#shared/api/applications.ts'
import { getStatusCards, type StatusCard } from '#shared/policy/applicant-status.ts'
import { paths } from '#shared/routes.ts'
import { Status } from '#web/ui/feedback/status.tsx'
import { Icon, type IconComponent } from '#web/ui/layout/icon.tsx'
import styles from './enrolled-information.module.css'

const icons: Record<StatusCard['title'], IconComponent> = {
  'Application status': FileText,
  'Document Uploads': Paperclip,
  Payment: Wallet,
}

/** The three statuses and, once the application is verified, the link to the prints. */
export const EnrolledInformation = ({ user, application }: { user: User; application: Application | null }) => (
  <section aria-labelledby="enrolled">
    <div className={styles.head}>
      <h2 id="enrolled">Enrolled Information</h2>
      {application?.isVerified && <Link to={paths.prints}>View prints</Link>}
    </div>
    <ul className={styles.cards}>
      {getStatusCards(user, application).map(({ title, status, done }) => (
        <li key={title} className={styles.card}>
          <span className={styles.icon}>
            <Icon icon={icons[title]} />
          </span>
          <h3>{title}</h3>
          <Status kind={done ? 'done' : 'waiting'}>{status}</Status>
        </li>
      ))}
    </ul>
  </section>
)
