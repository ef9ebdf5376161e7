import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'
import { isExercise } from '#shared/reference-data/exercise.ts'

/** "Log in – SITM Recruitment 2024": many tabs and shared links look alike without the institution. */
export const formatDocumentTitle = (title: string, exercise: Pick<PublicExercise, 'shortName' | 'year'>) =>
  `${title} – ${exercise.shortName}${isExercise(exercise) ? ` Recruitment ${exercise.year}` : ''}`
