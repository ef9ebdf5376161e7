// The layout of the public pages: the institution on top, its vendor in the footer.
import { Link } from 'react-router'
import { paths } from '#shared/routes.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { useSession } from '#web/entities/session/session.ts'
import { PageOutlet } from '../page-outlet.tsx'
import { Brand } from './brand.tsx'
import { Footer } from './footer.tsx'
import styles from './public-layout.module.css'

export function Component() {
  const exercise = useExercise()
  const { token } = useSession()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Brand exercise={exercise} phoneName="shortName" />
          <nav className={styles.nav} aria-label="Main">
            <Link to={paths.contact}>Contact us</Link>
            {token ? <Link to={paths.dashboard}>Dashboard</Link> : <Link to={paths.login}>Log in</Link>}
          </nav>
        </div>
      </header>
      <main id="content" className={styles.main}>
        <PageOutlet />
      </main>
      <Footer exercise={exercise} />
    </div>
  )
}
