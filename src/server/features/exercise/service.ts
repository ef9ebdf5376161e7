import type { Db, Tx } from '#server/platform/database/connection.ts'
import type { Exercise } from '#shared/api/exercise.ts'
import { nairaOf } from '#shared/policy/money.ts'
import { defaultExercise } from './default-exercise.ts'
import { addExercise, currentExercise, type ExerciseRow } from './store.ts'

/**
 * Makes sure that there is an exercise; one that is there is left as it is. Servers that start at once agree.
 * @returns the current one
 */
export async function ensureExercise(tx: Tx): Promise<ExerciseRow> {
  const existing = await currentExercise(tx)
  if (existing) return existing
  await addExercise(tx, defaultExercise)
  return ensureExercise(tx)
}

/** The public facts of the current exercise, with what the payment widget needs in the browser. */
export async function publicFacts(db: Db, payment: Exercise['payment']): Promise<Exercise> {
  const exercise = await currentExercise(db)
  if (!exercise) throw new Error('There is no exercise: ensureExercise was not called at start-up.')
  return presented(exercise, payment)
}

const presented = (exercise: ExerciseRow, payment: Exercise['payment']): Exercise => ({
  institution: exercise.institution,
  shortName: exercise.shortName,
  title: exercise.title,
  year: exercise.year,
  status: exercise.status,
  deadline: exercise.deadline?.toISOString() ?? null,
  fee: nairaOf(exercise.feeKobo),
  charge: nairaOf(exercise.chargeKobo),
  posts: exercise.posts.map(({ school, department, roles }) => ({ school, department, roles })),
  vendor: { name: exercise.vendorName, url: exercise.vendorUrl },
  payment: { publicKey: payment.publicKey, widgetUrl: payment.widgetUrl },
})
