// What a change of settings would do, and doing it.

import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ExerciseEffect } from '#shared/api/staff/exercises.ts'
import type { ExerciseSettings } from '#shared/staff/exercise-settings.ts'
import { findDifference, listChangedColumns, type SettingsDifference, saveSettings } from '../apply-settings.ts'
import { listPosts } from '../posts-store.ts'
import { type ExerciseRow, findCurrentExercise } from '../store.ts'
import { type EffectTerms, type ExerciseCounts, listEffects } from './effects.ts'
import { applyAmounts, countAmountsWithoutRrr } from './fee-store.ts'
import { countConcerned, countSheetsOfExercise, hasAccounts } from './store.ts'

/** Settings that change; the others stay. */
export type Changes = Omit<ExerciseSettings, 'year'>

export const atOnce: EffectTerms = { effectiveAt: null, appliesToUnpaid: false }

export async function assess(
  tx: Tx,
  before: ExerciseRow,
  settings: Changes,
  terms: EffectTerms = atOnce,
  { counts: known, now }: { counts?: ExerciseCounts; now?: Date } = {},
) {
  const difference = await findDifference(tx, before, settings)
  const { columns: changes, postDetails } = difference
  const posts = await listPosts(tx, before.id)
  const current = await findCurrentExercise(tx)
  const counts = known ?? (await countConcerned(tx, before.id))
  const withoutRrr = changesAmounts(difference) ? await countAmountsWithoutRrr(tx, before, changes) : null
  const sheets = changes.scoreCriteria ? await countSheetsOfExercise(tx, before.id) : 0
  // Making an exercise current concerns those of the one that was current as well.
  const concernsOthers = changes.isCurrent === true && current !== null && (await hasAccounts(tx, current.id))
  return {
    difference,
    effects: listEffects({ before, changes, posts, postDetails, counts, withoutRrr, terms, sheets, now, current }),
    secondPerson: counts.accounts > 0 || concernsOthers,
    unpaid: withoutRrr && { accounts: counts.unpaid, withoutRrr: withoutRrr.either },
  }
}

const changesAmounts = ({ columns }: SettingsDifference) =>
  columns.feeKobo !== undefined || columns.chargeKobo !== undefined

/** @throws AppError `exercise_archived`, `settings_refused` with the effects that are not possible */
export function assertPossible({ archivedAt }: ExerciseRow, effects: readonly ExerciseEffect[]): void {
  if (archivedAt !== null) throw new AppError('exercise_archived')
  const refused = effects.filter((effect) => effect.refused)
  if (refused[0]) throw new AppError('settings_refused', { message: refused[0].text, data: { effects: refused } })
}

/** Who is behind a change. The job that makes a planned change has no session. */
export type Author = Pick<StaffPrincipal, 'staffId'> & { sessionId: string | null }

interface AppliedChange {
  difference: SettingsDifference
  terms: EffectTerms
  /** None for a command. */
  people: { madeBy?: string; approvedBy?: string }
  /** The proposal that it was made from. */
  proposal?: string
}

/** @returns the new version */
export async function applyChange(
  tx: Tx,
  exercise: ExerciseRow,
  { difference, terms, people, proposal }: AppliedChange,
  actor?: Author,
): Promise<number> {
  const version = await saveSettings(tx, exercise, difference, { ...people, effectiveAt: terms.effectiveAt })
  const accounts =
    actor && terms.appliesToUnpaid && changesAmounts(difference)
      ? await applyAmounts(tx, exercise, difference.columns, actor)
      : null
  const detail = {
    year: exercise.year,
    columns: listChangedColumns(difference),
    ...(proposal && { proposal }),
    ...(accounts !== null && { accounts }),
  }
  await audit(tx, { ...toExerciseEvent(exercise, actor), action: 'exercise_changed', detail })
  return version
}

export const toExerciseEvent = ({ id, year }: Pick<ExerciseRow, 'id' | 'year'>, actor?: Author) => ({
  actor: 'staff' as const,
  ...(actor && { by: actor }),
  subject: { kind: 'exercise', id: String(year) } as const,
  exerciseId: id,
})
