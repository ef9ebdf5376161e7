// What an exercise says for its reasons, prepared replies and categories now.
import { asc, eq } from 'drizzle-orm'
import { completeExerciseTexts, type ExerciseText } from '#shared/staff/exercise-texts.ts'
import type { Tx } from '../database/connection.ts'
import { exerciseTexts } from '../database/schema/exercise-texts.ts'

const { kind, code, version, title, text, isOffered } = exerciseTexts

export async function listExerciseTexts(tx: Tx, exerciseId: number): Promise<ExerciseText[]> {
  const changed = await tx
    .select({ kind, code, version, title, text, isOffered })
    .from(exerciseTexts)
    .where(eq(exerciseTexts.exerciseId, exerciseId))
    .orderBy(asc(exerciseTexts.id))
  return completeExerciseTexts(changed)
}
