import { LogOut } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { formatFullName } from '#shared/format/names.ts'
import { paths } from '#shared/routes.ts'
import { useSession } from '#web/entities/session/session.ts'
import { LoggedInNotice } from '#web/features/auth/logged-in-notice.tsx'
import { logout } from '#web/features/auth/logout.ts'
import { useAction } from '#web/lib/actions/use-action.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/text-link.tsx'
import { Icon } from '#web/ui/layout/icon.tsx'
import styles from './session-bar.module.css'

/** Who is logged in, help, and the logout, for pages outside /app. The login page has a notice instead. */
export function SessionBar() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const leave = useAction(async () => {
    await logout()
    navigate(paths.login)
  })
  if (pathname === paths.login)
    return (
      <section className={styles.notice} aria-label="Your session">
        <LoggedInNotice />
      </section>
    )
  return (
    <section className={styles.bar} aria-label="Your session">
      {user && (
        <p className={styles.person}>
          {formatFullName(user)} <span className={styles.id}>{user.userId}</span>
        </p>
      )}
      <TextLink to={paths.contact} className={styles.link}>
        Contact us
      </TextLink>
      <Button variant="quiet" busy={leave.isPending} onClick={() => leave.run()}>
        {!leave.isPending && <Icon icon={LogOut} />}
        Logout
      </Button>
    </section>
  )
}
