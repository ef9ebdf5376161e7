// The layout of login, payment and verification: one centred sheet below the institution's name.
import { Outlet } from 'react-router'
import { useOwnExercise } from '#applicant/entities/exercise/own-exercise.ts'
import { useSession } from '#applicant/entities/session/session.ts'
import { lazyPart } from '#kit/routing/lazy-part.tsx'
import styles from './auth-layout.module.css'
import { Brand } from './brand.tsx'
import { Footer } from './footer.tsx'

const LazySessionBar = lazyPart(() => import('./session-bar.tsx').then(({ SessionBar }) => SessionBar), null)

export function Component() {
  const exercise = useOwnExercise()
  const { token } = useSession()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand exercise={exercise} onPhones="institution and exercise" />
      </header>
      {token && (
        <div className={styles.session}>
          <LazySessionBar />
        </div>
      )}
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <Footer exercise={exercise} />
    </div>
  )
}
