// The exercise of a year, for those of the staff who may do something with it.
import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { listGrantsIn, type Permission } from '#shared/roles/permissions.ts'
import { type ExerciseRow, findExercise } from './store.ts'

/** @throws AppError `not_found` when there is no such exercise within the person's scope */
export async function getExercise(
  tx: Tx,
  year: number,
  permission: Permission,
  actor: StaffPrincipal,
): Promise<ExerciseRow> {
  const exercise = await findExercise(tx, year)
  if (!exercise) throw new AppError('not_found')
  await assertWithinScope(tx, { exerciseId: exercise.id }, permission, actor, { detail: { exercise: String(year) } })
  return exercise
}

/** What everybody who works in an exercise may know of it. @throws AppError `not_found` when no role counts in it */
export async function getOwnExercise(tx: Tx, year: number, { grants }: StaffPrincipal): Promise<ExerciseRow> {
  const exercise = await findExercise(tx, year)
  if (!exercise || listGrantsIn(grants, exercise.id).length === 0) throw new AppError('not_found')
  return exercise
}
