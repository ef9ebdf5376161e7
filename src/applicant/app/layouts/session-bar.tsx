import { useLocation } from 'react-router'
import { LoggedInNotice } from '#applicant/features/auth/logged-in-notice.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { paths } from '#shared/routes.ts'
import { LogoutButton } from './logout-button.tsx'
import styles from './session-bar.module.css'
import { SessionPerson } from './session-person.tsx'

/** Who is logged in, help, and the logout, for the auth pages. The login page has a notice instead. */
export function SessionBar() {
  const { pathname } = useLocation()
  if (pathname === paths.login)
    return (
      <section className={styles.notice} aria-label="Your session">
        <LoggedInNotice />
      </section>
    )
  return (
    <section className={styles.bar} data-wide={pathname === paths.pay || undefined} aria-label="Your session">
      <SessionPerson className={styles.person} />
      <TextLink to={paths.contact} className={styles.link}>
        Contact us
      </TextLink>
      <LogoutButton />
    </section>
  )
}
