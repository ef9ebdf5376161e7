import { LogOut } from 'lucide-react'
import { useNavigate } from 'react-router'
import { formatFullName } from '#shared/format/names.ts'
import { paths } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { logout } from '#web/features/auth/logout.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Drawer } from './drawer.tsx'
import styles from './top-bar.module.css'

/** The user's name and the logout. */
export function TopBar() {
  const { user } = useSession()
  const navigate = useNavigate()
  const leave = useAction(async () => {
    await logout()
    navigate(paths.login)
  })

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
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.run()}>
        {!leave.isPending && <Icon icon={LogOut} />}
        Logout
      </Button>
    </header>
  )
}
