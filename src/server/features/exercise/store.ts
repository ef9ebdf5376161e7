import { desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/database/connection.ts'
import { exercises } from '#server/platform/database/schema/exercises.ts'

export type ExerciseRow = typeof exercises.$inferSelect
export type NewExercise = typeof exercises.$inferInsert

/** The exercise of the newest year, which is the public one. */
export async function findCurrentExercise(tx: Tx): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).orderBy(desc(exercises.year)).limit(1)
  return row ?? null
}

/** Locks the exercise of a year until the transaction ends. */
export async function lockExercise(tx: Tx, year: number): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).where(eq(exercises.year, year)).for('update')
  return row ?? null
}

/** Does nothing when another server has just added that year. */
export async function addExercise(tx: Tx, exercise: NewExercise): Promise<void> {
  await tx.insert(exercises).values(exercise).onConflictDoNothing()
}

export async function updateExercise(tx: Tx, id: number, changes: Partial<NewExercise>): Promise<void> {
  await tx.update(exercises).set(changes).where(eq(exercises.id, id))
}
