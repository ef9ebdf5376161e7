import { FileText, Paperclip, Wallet } from 'lucide-react'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { Status } from '#kit/ui/feedback/status.tsx'
import { Icon, type IconComponent } from '#kit/ui/layout/icon.tsx'
import { WrappedText } from '#kit/ui/layout/wrapped-text.tsx'
import type { User } from '#shared/api/applicant/accounts.ts'
import type { ApplicationSummary } from '#shared/api/applicant/applications.ts'
import { getStatusCards, type StatusCard } from '#shared/policy/applicant-status.ts'
import { paths } from '#shared/routes.ts'
import styles from './enrolled-information.module.css'
import { explainStatus } from './explain-status.ts'

const icons: Record<StatusCard['title'], IconComponent> = {
  'Application status': FileText,
  'Document Uploads': Paperclip,
  Payment: Wallet,
}

/** The three statuses, each with what it means, and the link to the prints once the application is verified. */
export const EnrolledInformation = ({ user, summary }: { user: User; summary: ApplicationSummary }) => (
  <section aria-labelledby="enrolled">
    <div className={styles.head}>
      <h2 id="enrolled">Enrolled Information</h2>
      {summary.application?.isVerified && <TextLink to={paths.prints}>View prints</TextLink>}
    </div>
    <ul className={styles.cards}>
      {getStatusCards(user, summary.application).map(({ title, status, done }) => (
        <li key={title} className={styles.card}>
          <span className={styles.icon}>
            <Icon icon={icons[title]} />
          </span>
          <h3>{title}</h3>
          <Status kind={done ? 'done' : 'waiting'}>{status}</Status>
          <p className={styles.note}>
            <WrappedText text={explainStatus(title, summary)} />
          </p>
        </li>
      ))}
    </ul>
  </section>
)
