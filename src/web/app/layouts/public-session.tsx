import { formatFullName } from '#shared/format/names.ts'
import { useSession } from '#web/entities/session/session.ts'
import { LogoutButton } from './logout-button.tsx'
import styles from './public-layout.module.css'

/** Who is logged in, and the logout, in the header of the public pages, whose navigation has the other links. */
export function PublicSession() {
  const { user } = useSession()
  return (
    <section className={styles.session} aria-label="Your session">
      {user && (
        <p className={styles.person}>
          {formatFullName(user)} <span className={styles.id}>{user.userId}</span>
        </p>
      )}
      <LogoutButton />
    </section>
  )
}
