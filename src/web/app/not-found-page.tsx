import { useLocation } from 'react-router'
import { getHomePath } from '#shared/policy/next-route.ts'
import { useSession } from '#web/entities/session/session.ts'
import { ButtonLink } from '#web/ui/actions/button-link.tsx'
import { PageTitle } from '#web/ui/layout/page-title.tsx'
import styles from './message-page.module.css'

/** For every path that no route matches (specification, section 2). */
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
