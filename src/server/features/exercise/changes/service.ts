// The settings of exercises, as staff see and change them. Once accounts exist, a second person must approve a change.
import { isDeepStrictEqual } from 'node:util'
import type { StaffPrincipal } from '#server/platform/api/staff/staff-principal.ts'
import { AppError, createFieldsError } from '#server/platform/app-error.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Database, Tx } from '#server/platform/database/connection.ts'
import type { ExerciseDetails, ExerciseEffect } from '#shared/api/staff/exercises.ts'
import { type ExerciseSettings, getPostKey } from '#shared/staff/exercise-settings.ts'
import { listLimits, listScopes, type Permission } from '#shared/staff/permissions.ts'
import {
  copyExercise,
  findDifference,
  listChangedColumns,
  type SettingsDifference,
  saveSettings,
} from '../apply-settings.ts'
import { listPosts } from '../posts-store.ts'
import { presentSettings } from '../settings.ts'
import { type ExerciseRow, findCurrentExercise, lockExercise } from '../store.ts'
import { type ExerciseCounts, listEffects } from './effects.ts'
import {
  addExerciseProposal,
  countConcerned,
  findExercise,
  hasAccounts,
  listExerciseProposals,
  listExerciseRows,
  lockExerciseProposal,
  lockExercises,
  saveExerciseDecision,
} from './store.ts'

export type ExerciseChangeService = ReturnType<typeof createExerciseChangeService>

type Changes = Omit<ExerciseSettings, 'year'>

interface ExerciseChangeDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

export function createExerciseChangeService(dependencies: ExerciseChangeDependencies) {
  const { db } = dependencies.staffDatabase
  return {
    ...createChangeActions(dependencies),

    /** Newest first. */
    async list(by: StaffPrincipal) {
      const rows = await listExerciseRows(db)
      return rows.filter(({ id }) => isInScope(id, 'settings:read', by)).map(presentExerciseRow)
    },

    /** @throws AppError `not_found` */
    read: async (year: number, by: StaffPrincipal) =>
      describe(db, await getExercise(db, year, 'settings:read', by), by),

    /** What the settings would change. @throws AppError `not_found` */
    async preview(year: number, settings: Changes, by: StaffPrincipal) {
      const exercise = await getExercise(db, year, 'settings:read', by)
      const { effects, secondPerson } = await assess(db, exercise, settings)
      return { effects, secondPerson: secondPerson || mayOnlyPropose(by) }
    },

    /** Nothing changes for anybody until it is made current. @throws AppError `exercise_exists`, `invalid_request` */
    prepare: ({ year, from }: { year: number; from: number }, by: StaffPrincipal) =>
      db.transaction(async (tx) => {
        if (mayOnlyPropose(by)) throw new AppError('not_permitted')
        await lockExercises(tx)
        const source = await findExercise(tx, from)
        if (!source || !isInScope(source.id, 'settings:change', by))
          throw createFieldsError('invalid_request', [{ path: 'from', message: `There is no exercise of ${from}.` }])
        if (await lockExercise(tx, year)) throw new AppError('exercise_exists')
        const { exercise: added } = await copyExercise(tx, source, { year }, { madeBy: by.staffId })
        await audit(tx, { ...toEvent(added, by), action: 'exercise_added', detail: { year, from } })
        return { year, version: added.version }
      }),
  }
}

function createChangeActions({ staffDatabase: { db }, clock }: ExerciseChangeDependencies) {
  return {
    /**
     * Changes the settings that differ, or proposes it.
     * @throws AppError `not_found`, `changed_meanwhile` with the newest settings, `settings_refused` with the effects,
     *   `exercise_archived`
     */
    change: (year: number, { version, ...settings }: Changes & { version: number }, by: StaffPrincipal) =>
      db.transaction(async (tx) => {
        await lockExercises(tx)
        await lockExercise(tx, year)
        const exercise = await getExercise(tx, year, 'settings:change', by)
        await assertUnchanged(tx, exercise, version, by)
        const { difference, effects, secondPerson } = await assess(tx, exercise, settings)
        const columns = listChangedColumns(difference)
        if (columns.length === 0) return { version }
        assertPossible(exercise, effects)
        if (!secondPerson && !mayOnlyPropose(by))
          return { version: await apply(tx, exercise, difference, by, { madeBy: by.staffId }) }
        const proposal = await addExerciseProposal(tx, {
          exerciseId: exercise.id,
          settings: pickChangedSettings(exercise, difference),
          seenVersion: version,
          madeBy: by.staffId,
          madeAt: clock(),
        })
        const detail = { year, columns, proposal }
        await audit(tx, { ...toEvent(exercise, by), action: 'exercise_change_proposed', detail })
        return { proposal }
      }),

    /**
     * @throws AppError `not_found`, `not_permitted`, `second_person_required`, `changed_meanwhile`, `settings_refused`
     */
    decide: (id: string, decision: 'approve' | 'decline', by: StaffPrincipal) =>
      db.transaction(async (tx) => {
        await lockExercises(tx)
        const found = await lockExerciseProposal(tx, id)
        if (!found) throw new AppError('not_found')
        const { proposal, year } = found
        await lockExercise(tx, year)
        const exercise = await getExercise(tx, year, 'settings:change', by)
        const isOwn = proposal.madeBy === by.staffId
        if (decision === 'approve' && isOwn) throw new AppError('second_person_required')
        if (mayOnlyPropose(by) && !isOwn) throw new AppError('not_permitted')
        const decidedAt = clock()
        if (decision === 'decline') {
          await saveExerciseDecision(tx, id, { state: 'declined', decidedBy: by.staffId, decidedAt })
          const detail = { year, proposal: id }
          await audit(tx, { ...toEvent(exercise, by), action: 'exercise_change_declined', detail })
          return 'declined' as const
        }
        await assertUnchanged(tx, exercise, proposal.seenVersion, by)
        const { difference, effects } = await assess(tx, exercise, proposal.settings)
        assertPossible(exercise, effects)
        const people = { madeBy: proposal.madeBy, approvedBy: by.staffId }
        await apply(tx, exercise, difference, by, people, { proposal: id })
        await saveExerciseDecision(tx, id, { state: 'approved', decidedBy: by.staffId, decidedAt })
        return 'applied' as const
      }),
  }
}

const isInScope = (exerciseId: number, permission: Permission, { grants }: StaffPrincipal): boolean =>
  listScopes(grants, permission).some((scope) => scope.exerciseId === null || scope.exerciseId === exerciseId)

/** Alone while no account exists, and as the second person afterwards. */
const mayChange = (exerciseId: number, by: StaffPrincipal): boolean =>
  isInScope(exerciseId, 'settings:change', by) && !mayOnlyPropose(by)

const mayOnlyPropose = ({ grants }: StaffPrincipal): boolean => listLimits(grants, 'settings:change') !== null

/** @throws AppError `not_found` when there is no such exercise within the person's scope */
async function getExercise(tx: Tx, year: number, permission: Permission, by: StaffPrincipal): Promise<ExerciseRow> {
  const exercise = await findExercise(tx, year)
  if (!exercise) throw new AppError('not_found')
  if (isInScope(exercise.id, permission, by)) return exercise
  throw new AppError('not_found', { auditAs: { action: 'request_refused', detail: { exercise: String(year) } } })
}

async function assess(tx: Tx, before: ExerciseRow, settings: Changes, known?: ExerciseCounts) {
  const difference = await findDifference(tx, before, settings)
  const { columns: changes, postDetails } = difference
  const posts = await listPosts(tx, before.id)
  const current = await findCurrentExercise(tx)
  const counts = known ?? (await countConcerned(tx, before.id))
  // Making an exercise current concerns those of the one that was current as well.
  const concernsOthers = changes.isCurrent === true && current !== null && (await hasAccounts(tx, current.id))
  return {
    difference,
    effects: listEffects({ before, changes, posts, postDetails, counts, current }),
    secondPerson: counts.accounts > 0 || concernsOthers,
  }
}

async function assertUnchanged(tx: Tx, exercise: ExerciseRow, version: number, by: StaffPrincipal): Promise<void> {
  if (exercise.version === version) return
  throw new AppError('changed_meanwhile', { data: await describe(tx, exercise, by) })
}

function assertPossible({ archivedAt }: ExerciseRow, effects: ExerciseEffect[]): void {
  if (archivedAt !== null) throw new AppError('exercise_archived')
  const refused = effects.filter((effect) => effect.refused)
  if (refused[0]) throw new AppError('settings_refused', { message: refused[0].text, data: { effects: refused } })
}

async function apply(
  tx: Tx,
  exercise: ExerciseRow,
  difference: SettingsDifference,
  by: StaffPrincipal,
  people: { madeBy: string; approvedBy?: string },
  more: { proposal?: string } = {},
): Promise<number> {
  const version = await saveSettings(tx, exercise, difference, people)
  const detail = { year: exercise.year, columns: listChangedColumns(difference), ...more }
  await audit(tx, { ...toEvent(exercise, by), action: 'exercise_changed', detail })
  return version
}

const toEvent = ({ id, year }: ExerciseRow, by: StaffPrincipal) => ({
  actor: 'staff' as const,
  by,
  subject: { kind: 'exercise', id: String(year) },
  exerciseId: id,
})

/** The changed settings alone, as they were typed. */
function pickChangedSettings(exercise: ExerciseRow, { columns: changes, postDetails }: SettingsDifference): Changes {
  const [before, after] = [presentSettings(exercise), presentSettings({ ...exercise, ...changes } as ExerciseRow)]
  const changed = Object.entries(after).filter(
    ([key, value]) => !isDeepStrictEqual(before[key as keyof typeof before], value),
  )
  return {
    ...Object.fromEntries(changed),
    ...(changes.isCurrent && { current: true as const }),
    ...(postDetails.length > 0 && { postDetails }),
  }
}

const presentExerciseRow = ({ year, title, isCurrent, archivedAt, version }: ExerciseRow) => ({
  year,
  title,
  isCurrent,
  isArchived: archivedAt !== null,
  version,
})

async function describe(tx: Tx, exercise: ExerciseRow, by: StaffPrincipal): Promise<ExerciseDetails> {
  const open = await listExerciseProposals(tx, exercise.id)
  const counts = await countConcerned(tx, exercise.id)
  const held = new Map(counts.holders.map((post) => [getPostKey(post), post.accounts]))
  const proposals: ExerciseDetails['proposals'] = []
  for (const { proposal, madeBy } of open)
    proposals.push({
      id: proposal.id,
      madeBy,
      isOwn: proposal.madeBy === by.staffId,
      mayApprove: proposal.madeBy !== by.staffId && mayChange(exercise.id, by),
      madeAt: proposal.madeAt.toISOString(),
      settings: proposal.settings as ExerciseDetails['proposals'][number]['settings'],
      effects: (await assess(tx, exercise, proposal.settings, counts)).effects,
    })
  return {
    ...presentExerciseRow(exercise),
    settings: presentSettings(exercise),
    posts: (await listPosts(tx, exercise.id)).map((post) => ({ ...post, accounts: held.get(getPostKey(post)) ?? 0 })),
    accounts: counts.accounts,
    onlyProposes: !mayChange(exercise.id, by),
    proposals,
  }
}
