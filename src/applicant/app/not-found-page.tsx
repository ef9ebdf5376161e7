import { useLocation } from 'react-router'
import { useSession } from '#applicant/entities/session/session.ts'
import { ButtonLink } from '#kit/ui/actions/button-link.tsx'
import { PageTitle } from '#kit/ui/layout/page-title.tsx'
import { getHomePath } from '#shared/policy/next-route.ts'
import styles from './message-page.module.css'

/** For every path that no route matches. */
export function Component() {
  const { token } = useSession()
  const { pathname } = useLocation()
  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <PageTitle>Page not found</PageTitle>
      <p>
        There is no page at <strong>{pathname}</strong>. The link may be old, or the address mistyped.
      </p>
      <div className={styles.actions}>
        <ButtonLink to={getHomePath(token !== null)}>Go Home</ButtonLink>
      </div>
    </div>
  )
}
