// The layout of the public pages: the institution on top, its vendor in the footer.

import { Outlet } from 'react-router'
import { useExercise } from '#applicant/entities/exercise/exercise.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import { TextLink } from '#kit/ui/actions/text-link.tsx'
import { paths } from '#shared/routes.ts'
import { Brand } from './brand.tsx'
import { Footer } from './footer.tsx'
import styles from './public-layout.module.css'

const LazyPublicSession = lazyPart(() => import('./public-session.tsx').then((part) => part.PublicSession), null)

export function Component() {
  const exercise = useExercise()
  const { token } = useSession()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Brand exercise={exercise} onPhones="institution" />
          <nav className={styles.nav} aria-label="Main">
            {/* On a phone, who is logged in has it at the end of the page alone. */}
            <TextLink to={paths.contact} className={token ? styles.further : undefined}>
              Contact us
            </TextLink>
            {token ? <TextLink to={paths.dashboard}>Dashboard</TextLink> : <TextLink to={paths.login}>Log in</TextLink>}
          </nav>
          {token && <LazyPublicSession />}
        </div>
      </header>
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <Footer exercise={exercise} />
    </div>
  )
}
