import type { Db, Tx } from '#server/database/connection.ts'
import { presentContact } from '#server/domain/registry-contact.ts'
import { AppError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import type { ExerciseSettings } from '#shared/staff/exercise-settings.ts'
import { copyExercise, findDifference, listChangedColumns, saveSettings } from './apply-settings.ts'
import { describePosts } from './changes/post-effects.ts'
import { listPostHolders } from './posts-store.ts'
import {
  addExercise,
  type ExerciseRow,
  findCurrentExercise,
  findExercise,
  lockExercise,
  type NewExercise,
} from './store.ts'

const { fee, charge, deadline, posts, vendor, contact, ...sameColumns } = initialExercise

/** The exercise of an empty database; `commands/set-exercise.ts` changes it. */
export const defaultExercise: NewExercise = {
  ...sameColumns,
  deadline: deadline === null ? null : new Date(deadline),
  feeKobo: toKobo(fee),
  chargeKobo: toKobo(charge),
  posts: [...posts],
  vendorName: vendor.name,
  vendorUrl: vendor.url,
  contactAddress: contact.address,
  contactPhone: contact.phone,
  contactHours: contact.hours,
  isCurrent: true,
}

export interface ExerciseChange {
  year: number
  /** `added`: that year had no exercise, so it starts as a copy of the current one with these settings, not public. */
  kind: 'added' | 'changed' | 'unchanged'
  /** The columns with a new value; `postDetails` for details of posts. */
  columns: string[]
}

type PublicFacts = Omit<Exercise, 'payment'>

export type ExerciseService = ReturnType<typeof createExerciseService>

export function createExerciseService({ db }: { db: Db }) {
  return {
    /** Creates the default exercise if there is none. Safe for servers that start at the same time. */
    ensureExercise: (): Promise<ExerciseRow> => ensureExercise(db),

    findCurrent: (): Promise<ExerciseRow | null> => findCurrentExercise(db),

    findOfYear: (year: number): Promise<ExerciseRow | null> => findExercise(db, year),

    /** The public facts of the current exercise. */
    async getPublicFacts(): Promise<PublicFacts> {
      const exercise = await findCurrentExercise(db)
      if (!exercise) throw new Error('There is no exercise: ensureExercise was not called at start-up.')
      return presentFacts(exercise)
    },

    /** The public facts of the current exercise, and the settings that the payment widget needs. */
    async getPublicExercise({ publicKey, widgetUrl }: Exercise['payment']): Promise<Exercise> {
      return { ...(await this.getPublicFacts()), payment: { publicKey, widgetUrl } }
    },

    /**
     * Applies at once, but accounts keep the fee and charge they were issued with.
     * @throws AppError `settings_refused` when accounts hold a post that is left out
     */
    setExercise: ({ year, ...settings }: ExerciseSettings): Promise<ExerciseChange> =>
      db.transaction(async (tx) => {
        const current = await ensureExercise(tx)
        const result = await setExerciseOfYear(tx, current, { ...settings, year: year ?? current.year })
        const { kind, columns } = result
        if (kind !== 'unchanged')
          await audit(tx, { actor: 'staff', action: `exercise_${kind}`, detail: { year: result.year, columns } })
        return result
      }),
  }
}

async function setExerciseOfYear(
  tx: Tx,
  current: ExerciseRow,
  { year, ...settings }: ExerciseSettings & { year: number },
): Promise<ExerciseChange> {
  const existing = await lockExercise(tx, year)
  if (!existing) {
    const { columns } = await copyExercise(tx, current, { ...settings, year })
    return { year, kind: 'added', columns }
  }
  const difference = await findDifference(tx, existing, settings)
  const columns = listChangedColumns(difference)
  if (columns.length === 0) return { year, kind: 'unchanged', columns }
  const [held] = describePosts(existing.posts, difference.columns.posts, await listPostHolders(tx, existing.id)).filter(
    ({ refused }) => refused,
  )
  if (held) throw new AppError('settings_refused', { message: held.text })
  await saveSettings(tx, existing, difference)
  return { year, kind: 'changed', columns }
}

async function ensureExercise(tx: Tx): Promise<ExerciseRow> {
  const existing = await findCurrentExercise(tx)
  if (existing) return existing
  await addExercise(tx, defaultExercise)
  return ensureExercise(tx)
}

const presentFacts = (exercise: ExerciseRow): PublicFacts => ({
  institution: exercise.institution,
  shortName: exercise.shortName,
  title: exercise.title,
  year: exercise.year,
  status: exercise.status,
  deadline: exercise.deadline?.toISOString() ?? null,
  fee: toNaira(exercise.feeKobo),
  charge: toNaira(exercise.chargeKobo),
  posts: exercise.posts.map(({ school, department, roles }) => ({ school, department, roles })),
  vendor: { name: exercise.vendorName, url: exercise.vendorUrl },
  contact: presentContact(exercise),
})
