import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { exercises } from '#server/platform/database/schema/schema.ts'

export type ExerciseRow = typeof exercises.$inferSelect
export type NewExercise = typeof exercises.$inferInsert

/** The exercise that the public sees: the newest year's. */
export async function currentExercise(tx: Tx): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).orderBy(desc(exercises.year)).limit(1)
  return row ?? null
}

/** The exercise of a year, locked until the transaction ends. */
export async function lockedExercise(tx: Tx, year: number): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).where(eq(exercises.year, year)).for('update')
  return row ?? null
}

/** Adds the exercise, unless another server has just added that year's. */
export async function addExercise(tx: Tx, exercise: NewExercise): Promise<void> {
  await tx.insert(exercises).values(exercise).onConflictDoNothing()
}

export async function changeExercise(tx: Tx, id: number, changes: Partial<NewExercise>): Promise<void> {
  await tx.update(exercises).set(changes).where(eq(exercises.id, id))
}
