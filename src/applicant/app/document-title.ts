import type { PublicExercise } from '#applicant/entities/exercise/exercise.ts'

/** "Log in – SITM Recruitment 2024": many tabs and shared links look alike without the institution. */
export const formatDocumentTitle = (title: string, { shortName, year }: Pick<PublicExercise, 'shortName' | 'year'>) =>
  `${title} – ${shortName} Recruitment ${year}`
