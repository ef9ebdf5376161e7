// Around the pages that anybody reads: the institution on top, its vendor at the foot.
import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import { useExercise } from '#web/entities/exercise/exercise.ts'
import { useSession } from '#web/entities/session/session.ts'
import { PageOutlet } from '../page-outlet.tsx'
import { Brand } from './brand.tsx'
import { Foot } from './footer.tsx'
import styles from './public-layout.module.css'

export function Component() {
  const exercise = useExercise()
  const { token } = useSession()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Brand exercise={exercise} onPhones="shortName" />
          <nav className={styles.nav} aria-label="Main">
            <Link to={screens.contact}>Contact us</Link>
            {token ? <Link to={screens.dashboard}>Dashboard</Link> : <Link to={screens.login}>Log in</Link>}
          </nav>
        </div>
      </header>
      <main id="content" className={styles.main}>
        <PageOutlet />
      </main>
      <Foot exercise={exercise} />
    </div>
  )
}
