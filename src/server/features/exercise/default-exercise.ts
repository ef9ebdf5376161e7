import { posts } from '#shared/options/posts.ts'
import { koboOf } from '#shared/rules/money.ts'
import type { NewExercise } from './store.ts'

/** What an empty database begins with; `commands/set-exercise.ts` changes it. */
export const defaultExercise: NewExercise = {
  institution: 'State Institute of Technology and Management',
  shortName: 'SITM',
  title: 'Academic Staff Recruitment',
  year: 2024,
  status: 'closed',
  deadline: null,
  feeKobo: koboOf(12_000),
  chargeKobo: koboOf(500),
  posts: [...posts],
  vendorName: 'Tidewater Systems',
  vendorUrl: null,
}
