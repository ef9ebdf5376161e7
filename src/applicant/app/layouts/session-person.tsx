import { useSession } from '#applicant/entities/session/session.ts'
import { classNames } from '#kit/ui/styles/classes.ts'
import { formatFullName } from '#shared/format/names.ts'
import styles from './session-person.module.css'

/** Name and user ID of who is logged in; nothing for guests. */
export function SessionPerson({ className }: { className: string | undefined }) {
  const { user } = useSession()
  if (!user) return null
  return (
    <p className={classNames(styles.person, className)}>
      {formatFullName(user)} <span className={styles.id}>{user.userId}</span>
    </p>
  )
}
