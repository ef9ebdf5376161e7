import { Link } from 'react-router'
import { screens } from '#shared/rules/screens.ts'
import type { PublicFacts } from '#web/lib/exercise.ts'
import { Mark } from '#web/ui/mark.tsx'
import styles from './brand.module.css'

/** Mark and name of the institution, leading home. */
export const Brand = ({ exercise }: { exercise: PublicFacts }) => (
  <Link to={screens.home} className={styles.brand}>
    <Mark />
    <span className={styles.name}>
      {exercise.institution}
      <span className={styles.title}>
        {exercise.title} {exercise.year}
      </span>
    </span>
  </Link>
)
