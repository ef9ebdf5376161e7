// Reasons for rejection, prepared replies and categories of an exercise, worded by the registry. Each change is
// another version: reviews and decisions keep the words in which they were recorded.
import { randomUUID } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { listExerciseTexts } from '#server/domain/exercise-texts.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { ExerciseTextVersion } from '#shared/api/staff/exercise-texts.ts'
import { type ExerciseText, exerciseTextKinds } from '#shared/staff/exercise-texts.ts'
import { toExerciseEvent } from '../changes/assess.ts'
import { getExercise, getOwnExercise } from '../exercise-access.ts'
import { addTextVersion, listTextVersions } from './store.ts'

export type ExerciseTextService = ReturnType<typeof createExerciseTextService>

interface ExerciseTextDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

type TextChange = Omit<ExerciseText, 'code'> & { code?: string | undefined }

export function createExerciseTextService({ staffDatabase: { db }, clock }: ExerciseTextDependencies) {
  return {
    /** @throws AppError `not_found` when no role of the person counts in that exercise */
    list: async (year: number, actor: StaffPrincipal) =>
      listExerciseTexts(db, (await getOwnExercise(db, year, actor)).id),

    /** Newest first. @throws AppError `not_found` */
    async listVersions(year: number, actor: StaffPrincipal): Promise<ExerciseTextVersion[]> {
      const { id } = await getExercise(db, year, 'settings:read', actor)
      return (await listTextVersions(db, id)).map(({ row, madeBy }) => ({
        kind: row.kind,
        code: row.code,
        version: row.version,
        title: row.title,
        text: row.text,
        isOffered: row.isOffered,
        madeBy,
        at: row.at.toISOString(),
      }))
    },

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request`, `changed_meanwhile` with the newest version */
    change: (year: number, { version: seen, ...given }: TextChange, actor: StaffPrincipal): Promise<ExerciseText> =>
      db.transaction(async (tx) => {
        const exercise = await getExercise(tx, year, 'text:change', actor)
        if (exercise.archivedAt) throw new AppError('exercise_archived')
        assertComplete(given)
        const before = await findText(tx, exercise.id, given)
        if (before && isSame(before, given)) return before
        const conflict = () => new AppError('changed_meanwhile', { data: before })
        if ((before?.version ?? 0) !== seen) throw conflict()
        const added = { ...given, code: before?.code ?? randomUUID(), version: seen + 1 }
        if (!(await addTextVersion(tx, { ...added, exerciseId: exercise.id, madeBy: actor.staffId, at: clock() })))
          throw conflict()
        const { kind, code, version } = added
        await audit(tx, {
          ...toExerciseEvent(exercise, actor),
          action: 'text_changed',
          detail: { year, kind, code, version },
        })
        return added
      }),
  }
}

function assertComplete({ kind, text }: Pick<TextChange, 'kind' | 'text'>): void {
  const label = exerciseTextKinds[kind].text
  if (label !== null && text === '')
    throw createFieldsError('invalid_request', [{ path: 'text', message: 'Enter a text.' }])
}

/** Null for one that is added. @throws AppError `invalid_request` for a code that there is not */
async function findText(tx: Tx, exerciseId: number, { kind, code }: Pick<TextChange, 'kind' | 'code'>) {
  if (code === undefined && exerciseTextKinds[kind].isOpen) return null
  const found = (await listExerciseTexts(tx, exerciseId)).find((one) => one.kind === kind && one.code === code)
  if (!found) throw createFieldsError('invalid_request', [{ path: 'code', message: 'There is no such text.' }])
  return found
}

const isSame = (before: ExerciseText, { title, text, isOffered }: Omit<TextChange, 'version'>) =>
  before.title === title && before.text === text && before.isOffered === isOffered
