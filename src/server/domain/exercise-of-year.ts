import { desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
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

/** The same for a prepared statement, as JSON. @param year null for the current exercise */
export const selectExerciseOfYear = <T>(year: Placeholder, selected: SQL<T>): SQL<T | null> =>
  sql`(select ${selected} from ${exercises} where coalesce(${exercises.year} = ${year}::int, true)
    order by ${exercises.isCurrent} desc, ${exercises.year} desc limit 1)`
