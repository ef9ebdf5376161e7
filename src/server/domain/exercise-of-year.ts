import { desc, eq } from 'drizzle-orm'
import type { Tx } from '../database/connection.ts'
import { exercises } from '../database/schema/exercises.ts'

/** The exercise of a year, or the current one. */
export async function findExerciseOfYear(tx: Tx, year: number | undefined) {
  const [row] = await tx
    .select({ id: exercises.id, year: exercises.year })
    .from(exercises)
    .where(year === undefined ? undefined : eq(exercises.year, year))
    .orderBy(desc(exercises.isCurrent), desc(exercises.year))
    .limit(1)
  return row ?? null
}
