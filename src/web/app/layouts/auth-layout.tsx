// Around logging in, paying and verifying: one centred sheet under the institution's name.
import { Outlet } from 'react-router'
import { useExercise } from '#web/lib/exercise.ts'
import styles from './auth-layout.module.css'
import { Brand } from './brand.tsx'
import { Foot } from './foot.tsx'

export function Component() {
  const exercise = useExercise()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand exercise={exercise} onPhones="institution" />
      </header>
      <main id="content" className={styles.main}>
        <Outlet />
      </main>
      <Foot exercise={exercise} />
    </div>
  )
}
