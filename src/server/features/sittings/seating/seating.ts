// Gives seats to a selection: first as a preview that stores nothing but what was chosen, then for good.
import { randomInt } from 'node:crypto'
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope } from '#server/domain/scope.ts'
import type { SelectionService } from '#server/features/selections/service.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Seating } from '#shared/api/staff/seating.ts'
import { selectionLifetimeHours } from '#shared/lists/selections.ts'
import {
  maxNamedUnseated,
  maxSeatedAtOnce,
  maxSeed,
  type SeatingRules,
  type UnseatedReason,
} from '#shared/staff/seating.ts'
import { takesSeats } from '#shared/staff/sittings.ts'
import { type Allocation, allocateSeats, type Candidate, type FreeSeats, listFreeNumbers } from './allocate.ts'
import { moveChosenSeats, type SeatMove } from './seat-moves.ts'
import {
  addRun,
  addSeats,
  deletePreviews,
  findRun,
  listCandidates,
  listKnownNumbers,
  listSeatedSittings,
  lockSelected,
  lockSittings,
  markCommitted,
  type SeatedSitting,
  type SeatingRunRow,
} from './seating-store.ts'

export type SeatingService = ReturnType<typeof createSeatingService>

const hourMs = 3_600_000

type PlannedRun = Pick<SeatingRunRow, 'selectionId' | 'sittingIds' | 'kind' | 'rules' | 'seed' | 'madeBy'>

interface SeatingDependencies {
  staffDatabase: Pick<Database, 'db'>
  selections: Pick<SelectionService, 'open'>
  clock: () => Date
}

export interface SeatingRequest {
  selection: string
  sittings: string[]
  rules: SeatingRules
  seed?: number | undefined
}

export function createSeatingService({ staffDatabase: { db }, selections, clock }: SeatingDependencies) {
  /** What the run gives to whom now; a colleague may commit it. @throws AppError `not_found` and `selection_expired` for its selection */
  async function allocate(tx: Tx, run: PlannedRun, actor: StaffPrincipal) {
    await selections.open(tx, run.selectionId, 'sitting:manage', { staffId: run.madeBy, grants: actor.grants })
    const sittings = await listSeatedSittings(tx, run.sittingIds)
    const candidates = await listCandidates(tx, { ...run, staffId: actor.staffId })
    const now = clock()
    const free = sittings.filter((sitting) => takesSeats(sitting, now)).map(toFreeSeats)
    const allocation = allocateSeats(candidates, free, run)
    return { sittings, candidates, allocation }
  }

  return {
    /**
     * What a run would give to whom. Nothing is seated.
     * @throws AppError `not_found`, `selection_expired`, `exercise_archived`, `invalid_request` for the sittings,
     *   `seating_too_large`
     */
    async preview(
      { selection: id, sittings: ids, rules, seed }: SeatingRequest,
      actor: StaffPrincipal,
    ): Promise<Seating> {
      const selection = await selections.open(db, id, 'sitting:manage', actor)
      if (selection.isArchived) throw new AppError('exercise_archived')
      if (selection.count > maxSeatedAtOnce) throw new AppError('seating_too_large')
      const { exerciseId } = selection
      const kind = assertUsable(await listSeatedSittings(db, ids), { ids, exerciseId, now: clock() })
      const planned = {
        exerciseId,
        kind,
        selectionId: id,
        sittingIds: [...new Set(ids)],
        rules,
        seed: seed ?? randomInt(maxSeed),
        madeBy: actor.staffId,
        madeAt: clock(),
      }
      const { sittings, candidates, allocation } = await allocate(db, planned, actor)
      assertChosen(rules.specialNeeds, candidates)
      const run = await addRun(db, planned)
      return { run: run.id, ...presentSeating(run, sittings, allocation) }
    },

    /**
     * Seats whom the run finds now. Once committed it answers what it did, and seats nobody more.
     * @throws AppError `not_found`, `selection_expired`, `exercise_archived`
     */
    commit: (id: string, actor: StaffPrincipal): Promise<Seating> =>
      db.transaction(async (tx) => {
        const found = await findRun(tx, id)
        if (!found) throw new AppError('not_found')
        await assertWithinScope(tx, found, 'sitting:manage', actor)
        // Who commits it at the same time waits here, and finds its result.
        await lockSittings(tx, found.sittingIds)
        const run = await findRun(tx, id)
        if (!run) throw new AppError('not_found')
        await assertRunning(tx, run.exerciseId)
        if (run.result) return { run: id, ...(await omitRecused(tx, run.result, actor)) }
        await lockSelected(tx, run.selectionId)
        const { sittings, candidates, allocation } = await allocate(tx, run, actor)
        const added = await addSeats(tx, run, allocation.seats)
        const numbers = new Map(candidates.map(({ applicationId, number }) => [applicationId, number]))
        const settled = moveLost(allocation, added, numbers)
        const result = { ...presentSeating(run, sittings, settled), isCommitted: true }
        await markCommitted(tx, id, { committedAt: clock(), result })
        await audit(tx, {
          actor: 'staff',
          by: actor,
          action: 'seats_given',
          subject: { kind: 'seating', id },
          exerciseId: run.exerciseId,
          detail: { seated: result.seated, unseated: result.unseatedCount, seed: run.seed },
        })
        return { run: id, ...(await omitRecused(tx, result, actor)) }
      }),

    /**
     * To another sitting, each with a seat that is free there.
     * @returns how many
     * @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `seats_refused`
     */
    move: (move: SeatMove, actor: StaffPrincipal): Promise<number> =>
      db.transaction((tx) => moveChosenSeats(tx, move, { actor, now: clock() })),

    /** Nightly: a preview can be committed while its selection is there. */
    prune: (): Promise<void> => deletePreviews(db, new Date(clock().getTime() - selectionLifetimeHours * hourMs)),
  }
}

/** What a run did, without the applications from which the person is recused. */
async function omitRecused(tx: Tx, result: Omit<Seating, 'run'>, { staffId }: StaffPrincipal) {
  const { rules, unseated } = result
  const numbers = [...unseated.map(({ number }) => number), ...rules.specialNeeds]
  const known = await listKnownNumbers(tx, numbers, staffId)
  return {
    ...result,
    rules: { ...rules, specialNeeds: rules.specialNeeds.filter((number) => known.has(number)) },
    unseated: unseated.filter(({ number }) => known.has(number)),
  }
}

/** @throws AppError `invalid_request` for a number that is not among the applications that the run seats */
function assertChosen(numbers: readonly string[], candidates: readonly Candidate[]): void {
  const chosen = new Set(candidates.map(({ number }) => number))
  const other = numbers.find((number) => !chosen.has(number))
  if (other === undefined) return
  const message = `${other} is not among the applications that get seats.`
  throw createFieldsError('invalid_request', [{ path: 'rules.specialNeeds', message }])
}

interface ChosenSittings {
  ids: readonly string[]
  exerciseId: number
  now: Date
}

/** The kind of them all. @throws AppError `invalid_request` unless they are of this exercise and of one kind, and take seats */
function assertUsable(found: readonly SeatedSitting[], { ids, exerciseId, now }: ChosenSittings) {
  const refuse = (message: string) => createFieldsError('invalid_request', [{ path: 'sittings', message }])
  const [first] = found
  if (!first || found.length !== new Set(ids).size || found.some((sitting) => sitting.exerciseId !== exerciseId))
    throw refuse('Choose sittings of this exercise.')
  if (found.some(({ kind }) => kind !== first.kind)) throw refuse('Choose sittings of one kind.')
  if (found.some((sitting) => !takesSeats(sitting, now))) throw refuse('Choose open sittings that have not begun.')
  return first.kind
}

const toFreeSeats = (sitting: SeatedSitting): FreeSeats => ({
  sittingId: sitting.id,
  state: sitting.place,
  isStepFree: sitting.isStepFree,
  from: sitting.reportsAt.getTime(),
  to: sitting.endsAt.getTime(),
  seatNumbers: listFreeNumbers(sitting),
})

/** Those whom somebody else has seated elsewhere in the same moment. */
function moveLost({ seats, unseated }: Allocation, added: ReadonlySet<string>, numbers: ReadonlyMap<string, string>) {
  const lost = seats.filter(({ applicationId }) => !added.has(applicationId))
  const named = lost.map(({ applicationId }) => ({
    number: numbers.get(applicationId) ?? '',
    reason: 'seated_already' as const,
  }))
  return { seats: seats.filter(({ applicationId }) => added.has(applicationId)), unseated: [...unseated, ...named] }
}

function presentSeating(
  { kind, seed, rules }: PlannedRun,
  sittings: readonly SeatedSitting[],
  { seats, unseated }: Allocation,
): Omit<Seating, 'run'> {
  const given = new Map<string, number>()
  for (const { sittingId } of seats) given.set(sittingId, (given.get(sittingId) ?? 0) + 1)
  const reasons = new Map<UnseatedReason, number>()
  for (const { reason } of unseated) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  return {
    kind,
    seed,
    rules,
    isCommitted: false,
    seated: seats.length,
    perSitting: sittings.map((sitting) => ({
      sitting: sitting.id,
      label: sitting.label,
      venue: sitting.venue,
      startsAt: sitting.startsAt.toISOString(),
      capacity: sitting.capacity,
      taken: sitting.taken.length,
      seated: given.get(sitting.id) ?? 0,
    })),
    unseatedCount: unseated.length,
    unseatedReasons: [...reasons].map(([why, count]) => ({ why, count })),
    unseated: unseated.slice(0, maxNamedUnseated).map(({ number, reason }) => ({ number, why: reason })),
  }
}
