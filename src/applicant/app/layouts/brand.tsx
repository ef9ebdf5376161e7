import { Link } from 'react-router'
import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import { Mark } from '#kit/ui/layout/mark.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { isExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import styles from './brand.module.css'

interface Props {
  exercise: PublicExercise
  /** Phones leave the exercise out where the row holds more. */
  onPhones: 'institution and exercise' | 'institution'
}

/** Mark and name of the institution, leading home. */
export const Brand = ({ exercise, onPhones }: Props) => (
  <Link to={paths.home} className={styles.brand}>
    <Mark />
    <span className={styles.name}>
      {exercise.institution}
      {isExercise(exercise) && (
        <span className={classNames(styles.title, onPhones === 'institution' && styles.wideOnly)}>
          {exercise.title} {exercise.year}
        </span>
      )}
    </span>
  </Link>
)
