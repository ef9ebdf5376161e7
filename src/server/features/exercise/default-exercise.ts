import { koboOf } from '#shared/policy/money.ts'
import { firstExercise } from '#shared/reference-data/exercise.ts'
import type { NewExercise } from './store.ts'

const { fee, charge, deadline, posts, vendor, ...same } = firstExercise

/** What an empty database begins with; `commands/set-exercise.ts` changes it. */
export const defaultExercise: NewExercise = {
  ...same,
  deadline: deadline === null ? null : new Date(deadline),
  feeKobo: koboOf(fee),
  chargeKobo: koboOf(charge),
  posts: [...posts],
  vendorName: vendor.name,
  vendorUrl: vendor.url,
}
