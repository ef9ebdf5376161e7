import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError } from '../app-error.ts'
import type { Tx } from '../database/connection.ts'
import { exercises } from '../database/schema/exercises.ts'

export async function isArchived(tx: Tx, exerciseId: number): Promise<boolean> {
  const [archived] = await tx
    .select({ id: exercises.id })
    .from(exercises)
    .where(and(eq(exercises.id, exerciseId), isNotNull(exercises.archivedAt)))
  return archived !== undefined
}

/** Nothing of an archived exercise changes. @throws AppError `exercise_archived` */
export async function assertRunning(tx: Tx, exerciseId: number): Promise<void> {
  if (await isArchived(tx, exerciseId)) throw new AppError('exercise_archived')
}
