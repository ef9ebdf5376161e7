import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '../app-error.ts'
import type { Tx } from '../database/connection.ts'
import { exercises } from '../database/schema/exercises.ts'

/** Nothing of an archived exercise changes. @throws AppError `exercise_archived` */
export async function assertRunning(tx: Tx, exerciseId: number): Promise<void> {
  const [archived] = await tx
    .select({ id: exercises.id })
    .from(exercises)
    .where(and(eq(exercises.id, exerciseId), isNotNull(exercises.archivedAt)))
  if (archived) throw new AppError('exercise_archived')
}
