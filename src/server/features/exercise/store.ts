import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { exerciseChanges, exercises } from '#server/database/schema/exercises.ts'
import { venues } from '#server/database/schema/sittings.ts'

export type ExerciseRow = typeof exercises.$inferSelect
export type NewExercise = typeof exercises.$inferInsert

/** The exercise of the public pages; the newest while none is marked as current. */
export async function findCurrentExercise(tx: Tx): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).orderBy(desc(exercises.isCurrent), desc(exercises.year)).limit(1)
  return row ?? null
}

export async function findExercise(tx: Tx, year: number): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).where(eq(exercises.year, year))
  return row ?? null
}

/** No exercise is current until the transaction marks another one. */
export async function unmarkCurrentExercise(tx: Tx): Promise<void> {
  await tx.update(exercises).set({ isCurrent: false }).where(eq(exercises.isCurrent, true))
}

type ExerciseChangeRow = Omit<typeof exerciseChanges.$inferInsert, 'id' | 'at'>

/** Records the settings before and after a change. */
export async function addExerciseChange(tx: Tx, change: ExerciseChangeRow): Promise<void> {
  await tx.insert(exerciseChanges).values(change)
}

/** Locks the exercise of a year until the transaction ends: nobody changes it or issues accounts for it. */
export async function lockExercise(tx: Tx, year: number): Promise<ExerciseRow | null> {
  const [row] = await tx.select().from(exercises).where(eq(exercises.year, year)).for('no key update')
  return row ?? null
}

/** Does nothing when another server has just added that year. */
export async function addExercise(tx: Tx, exercise: NewExercise): Promise<void> {
  await tx.insert(exercises).values(exercise).onConflictDoNothing()
}

export async function updateExercise(tx: Tx, id: number, changes: Partial<NewExercise>): Promise<void> {
  await tx.update(exercises).set(changes).where(eq(exercises.id, id))
}

/** Another year's exercise begins with the venues of the one before. */
export async function copyVenues(tx: Tx, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into ${venues} (exercise_id, name, address, state, is_active, is_step_free)
    select ${to}::int, name, address, state, is_active, is_step_free from ${venues} where exercise_id = ${from} and is_active`)
}
