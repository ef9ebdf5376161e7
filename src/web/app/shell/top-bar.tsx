import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { fullName } from '#shared/format/names.ts'
import { screens } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { logout } from '#web/features/auth/logout.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import { Drawer } from './drawer.tsx'
import styles from './top-bar.module.css'

/** Who is logged in, and the way out. */
export function TopBar() {
  const { user } = useSession()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    await logout()
    navigate(screens.login)
  }

  return (
    <header className={styles.bar}>
      <Drawer />
      <p className={styles.person}>
        {user ? (
          <>
            <span className={styles.name}>{fullName(user)}</span>
            <span className={styles.id}>{user.userId}</span>
          </>
        ) : (
          'Welcome, Guest!'
        )}
      </p>
      <Button look="quiet" busy={leaving} onClick={leave}>
        {!leaving && <Icon of={LogOut} />}
        Logout
      </Button>
    </header>
  )
}
