import { Link } from 'react-router'
import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import { Mark } from '#kit/ui/layout/mark.tsx'
import { classNames } from '#kit/ui/styles/classes.ts'
import { isExercise } from '#shared/reference-data/exercise.ts'
import { paths } from '#shared/routes.ts'
import styles from './brand.module.css'

interface Props {
  exercise: PublicExercise
  /** What phones show: the whole name, or the abbreviation where the row holds more. */
  phoneName: 'institution' | 'shortName'
}

/** Mark and name of the institution, leading home. */
export const Brand = ({ exercise, phoneName }: Props) => (
  <Link to={paths.home} className={styles.brand}>
    <Mark />
    {phoneName === 'shortName' && (
      <span className={classNames(styles.name, styles.phoneOnly)}>{exercise.shortName}</span>
    )}
    <span className={classNames(styles.name, phoneName === 'shortName' && styles.wideOnly)}>
      {exercise.institution}
      {isExercise(exercise) && (
        <span className={styles.title}>
          {exercise.title} {exercise.year}
        </span>
      )}
    </span>
  </Link>
)
