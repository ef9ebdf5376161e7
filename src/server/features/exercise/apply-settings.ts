// Changes the stored settings of an exercise and records each change.
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '#server/platform/database/connection.ts'
import {
  addExercise,
  addExerciseChange,
  type ExerciseRow,
  lockExercise,
  type NewExercise,
  unmarkCurrentExercise,
  updateExercise,
} from './store.ts'

/** The staff members behind a change; none for a command. */
interface People {
  madeBy?: string
  approvedBy?: string
}

/** The columns to which the settings give another value. */
export const findChangedColumns = (
  existing: Partial<NewExercise>,
  wanted: Partial<NewExercise>,
): Partial<NewExercise> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => !isDeepStrictEqual(existing[column as keyof NewExercise], value),
    ),
  )

/** @returns the new version */
export async function saveSettings(
  tx: Tx,
  existing: ExerciseRow,
  changes: Partial<NewExercise>,
  people: People = {},
): Promise<number> {
  const version = existing.version + 1
  if (changes.isCurrent) await unmarkCurrentExercise(tx)
  await updateExercise(tx, existing.id, { ...changes, version })
  const before = Object.fromEntries(Object.entries(existing).filter(([column]) => column in changes))
  await addExerciseChange(tx, { exerciseId: existing.id, version, before, after: changes, ...people })
  return version
}

/** A copy with these changes: closed, without a deadline and not public unless they say otherwise. */
export async function copyExercise(
  tx: Tx,
  from: ExerciseRow,
  changes: Partial<NewExercise> & { year: number },
  people: People = {},
): Promise<ExerciseRow> {
  const { id: _, createdAt: __, ...base } = from
  const unused = { status: 'closed', deadline: null, opensAt: null, archivedAt: null, isCurrent: false } as const
  if (changes.isCurrent) await unmarkCurrentExercise(tx)
  await addExercise(tx, { ...base, ...unused, version: 1, ...changes })
  const saved = await lockExercise(tx, changes.year)
  if (!saved) throw new Error(`The exercise of ${changes.year} was not stored.`)
  await addExerciseChange(tx, { exerciseId: saved.id, version: 1, before: null, after: changes, ...people })
  return saved
}
