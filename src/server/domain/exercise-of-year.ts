import { desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Permission } from '#shared/roles/permissions.ts'
import { AppError } from '../app-error.ts'
import type { Tx } from '../database/connection.ts'
import { exercises } from '../database/schema/exercises.ts'
import { assertWithinScope, type ScopedPerson } from './scope.ts'

/** The exercise of a year, or the current one. */
export async function findExerciseOfYear(tx: Tx, year: number | undefined) {
  const [row] = await tx
    .select({ id: exercises.id, year: exercises.year, archivedAt: exercises.archivedAt })
    .from(exercises)
    .where(year === undefined ? undefined : eq(exercises.year, year))
    .orderBy(desc(exercises.isCurrent), desc(exercises.year))
    .limit(1)
  return row ?? null
}

/** The id of the exercise. @throws AppError `not_found` when there is none of that year within the person's scope */
export async function getExerciseWithin(
  tx: Tx,
  year: number | undefined,
  permission: Permission,
  person: ScopedPerson,
): Promise<number> {
  const exercise = await findExerciseOfYear(tx, year)
  if (!exercise) throw new AppError('not_found')
  const detail = { exercise: String(exercise.year) }
  await assertWithinScope(tx, { exerciseId: exercise.id }, permission, person, { detail })
  return exercise.id
}

/** An exercise of a year for a prepared statement, as JSON. @param year null for the current exercise */
export const selectExerciseOfYear = <T>(year: Placeholder, selected: SQL<T>): SQL<T | null> =>
  sql`(select ${selected} from ${exercises} where coalesce(${exercises.year} = ${year}::int, true)
    order by ${exercises.isCurrent} desc, ${exercises.year} desc limit 1)`
