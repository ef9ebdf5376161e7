import { firstExercise } from '#shared/options/exercise.ts'
import { koboOf } from '#shared/rules/money.ts'
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
