// The settings of exercises, as staff see and change them. Once accounts exist, a second person must approve a change.
import { isDeepStrictEqual } from 'node:util'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertSecondPerson, createSecondPersonCheck } from '#server/features/staff/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { TableReader } from '#server/providers/files/tables/table-reader.ts'
import type { ExerciseDetails } from '#shared/api/staff/exercises.ts'
import type { HomeCounts } from '#shared/api/staff/lists/counts.ts'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import {
  hasPermission,
  hasPermissionIn,
  hasWholePermissionIn,
  listScopedExercises,
  listWholeScopes,
} from '#shared/roles/permissions.ts'
import { type ExerciseSettings, getPostKey } from '#shared/staff/exercise-settings.ts'
import { type FirstStepName, firstStepNames, neededPeople } from '#shared/staff/first-steps.ts'
import { copyExercise, listChangedColumns, type SettingsDifference } from '../apply-settings.ts'
import { getExercise, getOwnExercise } from '../exercise-access.ts'
import { addFirstExercise } from '../first-exercise.ts'
import { findFirstStepFacts } from '../first-steps-store.ts'
import { listPosts } from '../posts-store.ts'
import { presentSettings } from '../settings.ts'
import { type ExerciseRow, findCurrentExercise, findExercise, lockExercise } from '../store.ts'
import { applyChange, assertPossible, assess, type Changes, toExerciseEvent } from './assess.ts'
import type { EffectTerms } from './effects.ts'
import { createPlannedChangeJob, enqueuePlannedChange } from './planned-changes.ts'
import { checkPostList } from './post-list.ts'
import {
  addExerciseProposal,
  countConcerned,
  findExerciseProposal,
  findSameProposal,
  listExerciseProposals,
  listExerciseRows,
  lockExercises,
  saveExerciseDecision,
} from './store.ts'

export type ExerciseChangeService = ReturnType<typeof createExerciseChangeService>

interface ExerciseChangeDependencies {
  staffDatabase: Pick<Database, 'db'>
  tables: TableReader
  clock: () => Date
}

export function createExerciseChangeService(dependencies: ExerciseChangeDependencies) {
  const { clock } = dependencies
  const { db } = dependencies.staffDatabase
  return {
    ...createChangeActions(dependencies),

    /** Makes a planned change when its moment has come. */
    applyPlanned: createPlannedChangeJob({ ...dependencies, db }),

    /** Newest first. */
    async list(actor: StaffPrincipal) {
      const rows = await listExerciseRows(db)
      return rows
        .filter(({ id }) => hasPermissionIn(actor.grants, 'settings:read', { exerciseId: id }))
        .map(presentExerciseRow)
    },

    /** @throws AppError `not_found` */
    read: async (year: number, actor: StaffPrincipal) =>
      describe(db, await getExercise(db, year, 'settings:read', actor), { actor, now: clock() }),

    /** How many changes wait for this person, and since when; null for somebody who approves none. */
    async findToApprove(exerciseId: number, actor: StaffPrincipal) {
      if (!mayChange(exerciseId, actor)) return null
      const checkSecondPerson = await createSecondPersonCheck(db, actor, clock())
      const open = await listExerciseProposals(db, exerciseId)
      const waiting = open.filter(
        ({ proposal: { state, madeBy } }) => state === 'proposed' && checkSecondPerson([madeBy]),
      )
      return { count: waiting.length, since: waiting[0]?.proposal.madeAt.toISOString() ?? null }
    },

    /** What leads to the first publication; null when all is done, or it is not for this person. */
    async findFirstSteps(exerciseId: number | null, { grants }: StaffPrincipal): Promise<HomeCounts['firstSteps']> {
      const mayRead =
        exerciseId === null
          ? hasPermission(grants, 'settings:read')
          : hasPermissionIn(grants, 'settings:read', { exerciseId })
      if (!mayRead) return null
      const mayReadApplications = exerciseId !== null && hasPermissionIn(grants, 'application:read', { exerciseId })
      const { administrators, officers, reviewers, ...facts } = await findFirstStepFacts(db, exerciseId)
      const isDone: Record<FirstStepName, boolean> = {
        ...facts,
        people: [administrators, officers, reviewers].every((count) => count >= neededPeople),
        exercise: exerciseId !== null,
        // Recording a review takes its case: who may not read applications would see that it was recorded.
        reviews: mayReadApplications ? facts.reviews : facts.publication,
      }
      const done = firstStepNames.filter((name) => isDone[name])
      return done.length === firstStepNames.length ? null : { administrators, officers, reviewers, done }
    },

    /** For filters of lists. @throws AppError `not_found` when no role of the person counts in that exercise */
    async listPosts(year: number, actor: StaffPrincipal) {
      const exercise = await getOwnExercise(db, year, actor)
      const now = clock()
      return (await listPosts(db, exercise.id)).map(({ school, department, role, closesAt }) => ({
        school,
        department,
        role,
        closed: isPastDeadline(closesAt ?? exercise.deadline, now),
      }))
    },

    /** What a list would change of the posts. @throws AppError `not_found`, `list_unreadable`, `unavailable` */
    async checkPosts(year: number, bytes: Buffer, actor: StaffPrincipal) {
      const exercise = await getExercise(db, year, 'settings:change', actor)
      const table = await dependencies.tables.read(bytes, actor.staffId)
      if (table.kind === 'unreadable') throw new AppError('list_unreadable')
      return checkPostList(table, await listPosts(db, exercise.id))
    },

    /** What the settings would change. @throws AppError `not_found`, `invalid_request` */
    async preview(year: number, { effectiveAt, applyToUnpaid, ...settings }: GivenChange, actor: StaffPrincipal) {
      const exercise = await getExercise(db, year, 'settings:read', actor)
      const now = clock()
      const terms = readTerms({ effectiveAt, applyToUnpaid }, now)
      const { effects, secondPerson, unpaid } = await assess(db, exercise, settings, terms, { now })
      return { effects, secondPerson: secondPerson || !mayChange(exercise.id, actor), unpaid }
    },

    /**
     * Nothing changes for anybody until it is made current. For those whose role counts in every exercise: another one could
     * not open what it has prepared.
     * @throws AppError `not_permitted`, `exercise_exists`, `invalid_request`
     */
    prepare: (
      { year, from, ...first }: ExerciseSettings & { year: number; from?: number | undefined },
      actor: StaffPrincipal,
    ) =>
      db.transaction(async (tx) => {
        if (listScopedExercises(listWholeScopes(actor.grants, 'settings:change'))) throw new AppError('not_permitted')
        await lockExercises(tx)
        if (!(await findCurrentExercise(tx))) {
          const { version } = await addFirstExercise(tx, { year, ...first }, actor)
          return { year, version }
        }
        const source = from === undefined ? null : await findExercise(tx, from)
        if (!source)
          throw createFieldsError('invalid_request', [
            {
              path: 'from',
              message: from === undefined ? 'Say which exercise is copied.' : `There is no exercise of ${from}.`,
            },
          ])
        if (await lockExercise(tx, year)) throw new AppError('exercise_exists')
        const { exercise: added } = await copyExercise(tx, source, { year }, { madeBy: actor.staffId })
        await audit(tx, { ...toExerciseEvent(added, actor), action: 'exercise_added', detail: { year, from } })
        return { year, version: added.version }
      }),
  }
}

type GivenTerms = { effectiveAt?: string | null | undefined; applyToUnpaid?: boolean | undefined }
type GivenChange = Changes & GivenTerms

/** Later than that nobody remembers why. */
const maxDelayMs = 366 * 86_400_000

/** @throws AppError `invalid_request` for a moment that has passed or is too far away */
function readTerms({ effectiveAt = null, applyToUnpaid = false }: GivenTerms, now: Date): EffectTerms {
  const moment = effectiveAt === null ? null : new Date(effectiveAt)
  const refuse = (message: string) => createFieldsError('invalid_request', [{ path: 'effectiveAt', message }])
  if (moment && moment <= now) throw refuse('must not have passed')
  if (moment && moment.getTime() > now.getTime() + maxDelayMs) throw refuse('must be within a year')
  return { effectiveAt: moment, appliesToUnpaid: applyToUnpaid }
}

function createChangeActions({ staffDatabase: { db }, clock }: ExerciseChangeDependencies) {
  return {
    /**
     * Changes the settings that differ, plans it for its moment, or proposes it.
     * @throws AppError `not_found`, `changed_meanwhile` with the newest settings, `settings_refused` with the effects,
     *   `exercise_archived`, `invalid_request`
     */
    change: (
      year: number,
      { version, effectiveAt, applyToUnpaid, ...settings }: GivenChange & { version: number },
      actor: StaffPrincipal,
    ) =>
      db.transaction(async (tx) => {
        await lockExercises(tx)
        await lockExercise(tx, year)
        const exercise = await getExercise(tx, year, 'settings:change', actor)
        const now = clock()
        await assertUnchanged(tx, exercise, version, { actor, now })
        const terms = readTerms({ effectiveAt, applyToUnpaid }, now)
        const { difference, effects, secondPerson } = await assess(tx, exercise, settings, terms)
        const columns = listChangedColumns(difference)
        if (columns.length === 0) return { version }
        assertPossible(exercise, effects)
        const needsAnother = secondPerson || !mayChange(exercise.id, actor)
        const people = { madeBy: actor.staffId }
        if (!needsAnother && !terms.effectiveAt)
          return { version: await applyChange(tx, exercise, { difference, terms, people }, actor) }
        const proposed = {
          exerciseId: exercise.id,
          settings: pickChangedSettings(exercise, difference),
          seenVersion: version,
          state: needsAnother ? ('proposed' as const) : ('planned' as const),
          ...people,
          ...terms,
        }
        // Sent again, as when the answer was lost.
        const same = await findSameProposal(tx, proposed)
        if (same) return needsAnother ? { proposal: same } : { planned: same }
        const proposal = await addExerciseProposal(tx, { ...proposed, madeAt: now })
        const event = { ...toExerciseEvent(exercise, actor), detail: { year, columns, proposal } }
        await audit(tx, { ...event, action: needsAnother ? 'exercise_change_proposed' : 'exercise_change_planned' })
        if (needsAnother) return { proposal }
        if (terms.effectiveAt) await enqueuePlannedChange(tx, proposal, terms.effectiveAt, now)
        return { planned: proposal }
      }),

    /**
     * Approves or declines a proposal, or declines what is planned.
     * @throws AppError `not_found`, `not_permitted`, `changed_meanwhile`, `settings_refused`, those of `assertSecondPerson`
     */
    decide: (id: string, decision: 'approve' | 'decline', actor: StaffPrincipal) =>
      db.transaction(async (tx) => {
        await lockExercises(tx)
        const found = await findExerciseProposal(tx, id)
        if (!found) throw new AppError('not_found')
        const { proposal, year } = found
        await lockExercise(tx, year)
        const exercise = await getExercise(tx, year, 'settings:change', actor)
        const isOwn = proposal.madeBy === actor.staffId
        if (decision === 'approve') await assertSecondPerson(tx, actor, [proposal.madeBy], clock())
        if (!mayChange(exercise.id, actor) && !isOwn) throw new AppError('not_permitted')
        if (decision === 'approve') return approve(tx, exercise, proposal, { actor, now: clock() })
        await saveExerciseDecision(tx, id, 'decline', { decidedBy: actor.staffId, decidedAt: clock() })
        const detail = { year, proposal: id }
        await audit(tx, { ...toExerciseEvent(exercise, actor), action: 'exercise_change_declined', detail })
        return 'declined' as const
      }),
  }
}

type Proposal = NonNullable<Awaited<ReturnType<typeof findExerciseProposal>>>['proposal']

/** Plans it for its moment, or makes it when that has come. @throws AppError `changed_meanwhile`, `settings_refused` */
async function approve(
  tx: Tx,
  exercise: ExerciseRow,
  proposal: Proposal,
  { actor, now }: { actor: StaffPrincipal; now: Date },
): Promise<'applied' | 'planned'> {
  const { id, madeBy, effectiveAt, appliesToUnpaid } = proposal
  const terms = { effectiveAt, appliesToUnpaid }
  // Somebody else has approved what is planned.
  if (proposal.state !== 'proposed')
    throw new AppError('changed_meanwhile', { data: await describe(tx, exercise, { actor, now }) })
  await assertUnchanged(tx, exercise, proposal.seenVersion, { actor, now })
  const { difference, effects } = await assess(tx, exercise, proposal.settings, terms)
  assertPossible(exercise, effects)
  const decided = { decidedBy: actor.staffId, decidedAt: now }
  if (effectiveAt && effectiveAt > now) {
    await saveExerciseDecision(tx, id, 'plan', decided)
    await enqueuePlannedChange(tx, id, effectiveAt, now)
    const detail = { year: exercise.year, columns: listChangedColumns(difference), proposal: id }
    await audit(tx, { ...toExerciseEvent(exercise, actor), action: 'exercise_change_planned', detail })
    return 'planned'
  }
  const people = { madeBy, approvedBy: actor.staffId }
  await applyChange(tx, exercise, { difference, terms, people, proposal: id }, actor)
  await saveExerciseDecision(tx, id, 'approve', decided)
  return 'applied'
}

/** Alone while no account exists, and as the second person afterwards. Others only propose. */
const mayChange = (exerciseId: number, { grants }: StaffPrincipal): boolean =>
  hasWholePermissionIn(grants, 'settings:change', { exerciseId })

async function assertUnchanged(tx: Tx, exercise: ExerciseRow, version: number, reader: Reader): Promise<void> {
  if (exercise.version === version) return
  throw new AppError('changed_meanwhile', { data: await describe(tx, exercise, reader) })
}

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

interface Reader {
  actor: StaffPrincipal
  now: Date
}

async function describe(tx: Tx, exercise: ExerciseRow, { actor, now }: Reader): Promise<ExerciseDetails> {
  const checkSecondPerson = await createSecondPersonCheck(tx, actor, now)
  const open = await listExerciseProposals(tx, exercise.id)
  const counts = await countConcerned(tx, exercise.id)
  const held = new Map(counts.holders.map((post) => [getPostKey(post), post.accounts]))
  const waiting: (ExerciseDetails['proposals'][number] & { state: Proposal['state'] })[] = []
  for (const { proposal, madeBy, decidedBy } of open) {
    const { id, state, effectiveAt, appliesToUnpaid, settings } = proposal
    const isOwn = proposal.madeBy === actor.staffId
    waiting.push({
      id,
      state,
      madeBy,
      approvedBy: decidedBy,
      isOwn,
      mayApprove: state === 'proposed' && checkSecondPerson([proposal.madeBy]) && mayChange(exercise.id, actor),
      mayDecline:
        hasPermissionIn(actor.grants, 'settings:change', { exerciseId: exercise.id }) &&
        (isOwn || mayChange(exercise.id, actor)),
      madeAt: proposal.madeAt.toISOString(),
      effectiveAt: effectiveAt?.toISOString() ?? null,
      settings: settings as ExerciseDetails['proposals'][number]['settings'],
      effects: (await assess(tx, exercise, settings, { effectiveAt, appliesToUnpaid }, { counts, now })).effects,
    })
  }
  const pick = (wanted: Proposal['state']) =>
    waiting.flatMap(({ state, ...proposal }) => (state === wanted ? [proposal] : []))
  return {
    ...presentExerciseRow(exercise),
    settings: presentSettings(exercise),
    posts: (await listPosts(tx, exercise.id)).map((post) => ({ ...post, accounts: held.get(getPostKey(post)) ?? 0 })),
    accounts: counts.accounts,
    onlyProposes: !mayChange(exercise.id, actor),
    proposals: pick('proposed'),
    planned: pick('planned'),
  }
}
