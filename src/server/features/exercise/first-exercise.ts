// The first exercise of an empty database: closed, without posts, and current, because there is no other to show.

import { createFieldsError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { noExercise } from '#shared/reference-data/exercise.ts'
import { type ExerciseSettings, firstExerciseFields } from '#shared/staff/exercise-settings.ts'
import { toExerciseEvent } from './changes/assess.ts'
import { toColumns } from './settings.ts'
import { addExercise, addExerciseChange, type ExerciseRow, lockExercise } from './store.ts'

/** @throws AppError `invalid_request` for what every exercise has and this one lacks */
export async function addFirstExercise(
  tx: Tx,
  settings: ExerciseSettings,
  actor?: StaffPrincipal,
): Promise<ExerciseRow> {
  const { year, institution, shortName, title, fee, charge } = settings
  const missing = Object.entries(firstExerciseFields).filter(
    ([field]) => settings[field as keyof ExerciseSettings] === undefined,
  )
  if (missing.length > 0 || year === undefined)
    throw createFieldsError(
      'invalid_request',
      missing.map(([path, message]) => ({ path, message })),
    )
  const given = { institution, shortName, title, fee, charge, vendor: settings.vendor ?? noExercise.vendor }
  const columns = toColumns(given)
  await addExercise(tx, { ...columns, year, posts: [], isCurrent: true } as ExerciseRow)
  const exercise = await lockExercise(tx, year)
  if (!exercise) throw new Error(`The exercise of ${year} was not stored.`)
  const people = actor && { madeBy: actor.staffId }
  await addExerciseChange(tx, {
    exerciseId: exercise.id,
    version: 1,
    before: null,
    after: { year, ...columns },
    ...people,
  })
  const detail = { year, columns: ['year', ...Object.keys(columns)] }
  await audit(tx, { ...toExerciseEvent(exercise, actor), action: 'exercise_added', detail })
  return exercise
}
