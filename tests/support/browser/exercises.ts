// Exercises of their own, for journeys whose lists must not hold what other journeys leave behind.
import { eq, max } from 'drizzle-orm'
import { exercises } from '#server/database/schema/exercises.ts'
import { createStaff } from '../api/staff.ts'

type Api = Parameters<typeof createStaff>[0]

export interface TestExercise {
  id: number
  year: number
}

/** A year without an exercise. */
export async function findFreeYear({ database: { db } }: Pick<Api, 'database'>): Promise<number> {
  const [newest] = await db.select({ year: max(exercises.year) }).from(exercises)
  return (newest?.year ?? 2024) + 1
}

/** Prepares the exercise of a free year as an administrator does: a closed copy of the one of 2024. */
export async function prepareExercise(api: Api): Promise<TestExercise> {
  const year = await findFreeYear(api)
  const admin = await createStaff(api, ['admin'])
  const { status } = await admin.call('POST', '/staff/exercises', { body: { year, from: 2024 } })
  if (status !== 201) throw new Error(`The exercise of ${year} was answered ${status}.`)
  const [row] = await api.database.db.select({ id: exercises.id }).from(exercises).where(eq(exercises.year, year))
  if (!row) throw new Error(`There is no exercise of ${year}.`)
  return { id: row.id, year }
}
