import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import { fullName } from '#shared/words/names.ts'
import { logout } from '#web/features/auth/logout.ts'
import { useSession } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
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
