import { Link } from 'react-router'
import { screens } from '#shared/routes.ts'
import type { PublicFacts } from '#web/entities/exercise/exercise.ts'
import { Mark } from '#web/ui/layout/mark.tsx'
import { classes } from '#web/ui/styles/classes.ts'
import styles from './brand.module.css'

interface Props {
  exercise: PublicFacts
  /** What phones show of the name: all of it, or its letters where there is more in the row. */
  onPhones: 'institution' | 'shortName'
}

/** Mark and name of the institution, leading home. */
export const Brand = ({ exercise, onPhones }: Props) => (
  <Link to={screens.home} className={styles.brand}>
    <Mark />
    {onPhones === 'shortName' && <span className={classes(styles.name, styles.phoneOnly)}>{exercise.shortName}</span>}
    <span className={classes(styles.name, onPhones === 'shortName' && styles.wideOnly)}>
      {exercise.institution}
      <span className={styles.title}>
        {exercise.title} {exercise.year}
      </span>
    </span>
  </Link>
)
