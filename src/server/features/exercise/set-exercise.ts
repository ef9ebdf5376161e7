// Changes an exercise, or adds the next year's: what an officer does with a settings file.
import { isDeepStrictEqual } from 'node:util'
import { record } from '#server/platform/audit/audit.ts'
import type { Db } from '#server/platform/database/connection.ts'
import { ensureExercise } from './service.ts'
import { columnsOf, type ExerciseSettings, exerciseSettings } from './settings.ts'
import { addExercise, changeExercise, lockedExercise, type NewExercise } from './store.ts'

export interface ExerciseChange {
  year: number
  /** `added`: that year had none, so it begins as the current one with these settings over it. */
  kind: 'added' | 'changed' | 'unchanged'
  /** The columns whose value is another one now. */
  columns: string[]
}

/** @throws Error that names every setting that is wrong, a line each */
export function readSettings(text: string): ExerciseSettings {
  const read = exerciseSettings.safeParse(jsonOf(text))
  if (read.success) return read.data
  throw new Error(`The settings are not right:\n${read.error.issues.flatMap(complaints).join('\n')}`)
}

/** Accounts keep the fee and charge they were issued with; everything else counts at once. */
export function setExercise(db: Db, settings: ExerciseSettings): Promise<ExerciseChange> {
  return db.transaction(async (tx) => {
    const current = await ensureExercise(tx)
    const year = settings.year ?? current.year
    const existing = await lockedExercise(tx, year)
    const changes = changedColumns(existing ?? {}, columnsOf(settings))
    const columns = Object.keys(changes)
    if (existing && columns.length === 0) return { year, kind: 'unchanged', columns }

    if (existing) await changeExercise(tx, existing.id, changes)
    else await addExercise(tx, nextExercise(current, changes))
    const kind = existing ? 'changed' : 'added'
    await record(tx, { actor: 'staff', action: `exercise_${kind}`, detail: { year, columns } })
    return { year, kind, columns }
  })
}

/** Next year's is closed and without a deadline until its settings say otherwise. */
function nextExercise(current: NewExercise, changes: Partial<NewExercise>): NewExercise {
  const { id: _, createdAt: __, ...base } = current
  return { ...base, status: 'closed', deadline: null, ...changes }
}

const changedColumns = (existing: Partial<NewExercise>, wanted: Partial<NewExercise>): Partial<NewExercise> =>
  Object.fromEntries(
    Object.entries(wanted).filter(
      ([column, value]) => !isDeepStrictEqual(existing[column as keyof NewExercise], value),
    ),
  )

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`The settings are not JSON: ${(cause as Error).message}`, { cause })
  }
}

type Issue = NonNullable<ReturnType<typeof exerciseSettings.safeParse>['error']>['issues'][number]

function complaints(issue: Issue): string[] {
  const place = issue.path.join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `  ${[place, key].filter(Boolean).join('.')}: there is no such setting`)
  return [`  ${place || 'the file'}: ${issue.message}`]
}
