import { AppError } from '#server/app-error.ts'
import type { Db, Tx } from '#server/database/connection.ts'
import { presentContact } from '#server/domain/registry-contact.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Exercise } from '#shared/api/applicant/exercise.ts'
import { toKobo, toNaira } from '#shared/policy/money.ts'
import { initialExercise } from '#shared/reference-data/exercise.ts'
import type { ExerciseSettings } from '#shared/staff/exercise-settings.ts'
import { copyExercise, listChangedColumns } from './apply-settings.ts'
import { applyChange, assertPossible, assess, atOnce, toExerciseEvent } from './changes/assess.ts'
import { lockExercises } from './changes/store.ts'
import { addFirstExercise } from './first-exercise.ts'
import {
  addExercise,
  type ExerciseRow,
  findCurrentExercise,
  findExercise,
  lockExercise,
  type NewExercise,
} from './store.ts'

const { fee, charge, deadline, posts, vendor, contact, ...sameColumns } = initialExercise

/** The sample exercise of the demo and of tests. A production server begins without one. */
export const sampleExercise: NewExercise = {
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
    /** For the demo and tests: adds the sample exercise if there is none. Safe for several at the same time. */
    async ensureExercise(): Promise<void> {
      if (!(await findCurrentExercise(db))) await addExercise(db, sampleExercise)
    },

    findCurrent: (): Promise<ExerciseRow | null> => findCurrentExercise(db),

    findOfYear: (year: number): Promise<ExerciseRow | null> => findExercise(db, year),

    /** The public facts of the current exercise; null before the first one was made. */
    async findPublicFacts(): Promise<PublicFacts | null> {
      const exercise = await findCurrentExercise(db)
      return exercise && presentFacts(exercise)
    },

    /**
     * The public facts of the current exercise, and the settings that the payment widget needs.
     * @throws AppError `no_exercise`
     */
    async getPublicExercise({ publicKey, widgetUrl }: Exercise['payment']): Promise<Exercise> {
      const facts = await this.findPublicFacts()
      if (!facts) throw new AppError('no_exercise')
      return { ...facts, payment: { publicKey, widgetUrl } }
    },

    /**
     * For the command: like a change by staff, but at once and without a second person. Accounts keep the fee and charge
     * they were issued with. The first exercise must have what `firstExercise` names.
     * @throws AppError `settings_refused`, `exercise_archived`, `invalid_request`
     */
    setExercise: ({ year, ...settings }: ExerciseSettings): Promise<ExerciseChange> =>
      db.transaction(async (tx) => {
        await lockExercises(tx)
        const current = await findCurrentExercise(tx)
        if (current) return setExerciseOfYear(tx, current, { ...settings, year: year ?? current.year })
        const first = await addFirstExercise(tx, { ...settings, year })
        const set = await setExerciseOfYear(tx, first, { ...settings, year: first.year })
        return { ...set, kind: 'added', columns: ['year', 'isCurrent', ...set.columns] }
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
    const { exercise, columns } = await copyExercise(tx, current, { ...settings, year })
    await audit(tx, { ...toExerciseEvent(exercise), action: 'exercise_added', detail: { year, columns } })
    return { year, kind: 'added', columns }
  }
  const { difference, effects } = await assess(tx, existing, settings)
  const columns = listChangedColumns(difference)
  if (columns.length === 0) return { year, kind: 'unchanged', columns }
  assertPossible(existing, effects)
  await applyChange(tx, existing, { difference, terms: atOnce, people: {} })
  return { year, kind: 'changed', columns }
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
