import { useSession } from '#applicant/entities/session/session.ts'
import { formatFullName } from '#shared/format/names.ts'
import { LogoutButton } from '../layouts/logout-button.tsx'
import { Drawer } from './drawer.tsx'
import styles from './top-bar.module.css'

/** The user's name and the logout. */
export function TopBar() {
  const { user } = useSession()
  return (
    <header className={styles.bar}>
      <Drawer />
      <p className={styles.person}>
        {user ? (
          <>
            <span className={styles.name}>{formatFullName(user)}</span>
            <span className={styles.id}>{user.userId}</span>
          </>
        ) : (
          'Welcome, Guest!'
        )}
      </p>
      <LogoutButton />
    </header>
  )
}
