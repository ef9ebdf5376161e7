// The layout of login, payment and verification: one centred sheet below the institution's name.
import { useOwnExercise } from '#web/entities/exercise/own-exercise.ts'
import { PageOutlet } from '../page-outlet.tsx'
import styles from './auth-layout.module.css'
import { Brand } from './brand.tsx'
import { Footer } from './footer.tsx'

export function Component() {
  const exercise = useOwnExercise()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand exercise={exercise} phoneName="institution" />
      </header>
      <main id="content" className={styles.main}>
        <PageOutlet />
      </main>
      <Footer exercise={exercise} />
    </div>
  )
}
