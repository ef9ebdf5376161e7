// Venues and sittings of an exercise. Every change names the version that it was made from.
import { AppError, createFieldsError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { getExerciseWithin } from '#server/domain/exercise-of-year.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Sitting, Venue } from '#shared/api/staff/sittings.ts'
import type { AuditAction } from '#shared/staff/labels/audit-actions.ts'
import { maxNamedClashes } from '#shared/staff/seating.ts'
import {
  maxVenues,
  mayTakeSittingStep,
  type SittingDetails,
  type SittingMove,
  type SittingStep,
  sittingDetails,
  sittingStates,
  sittingTimes,
  sittingTransitions,
  type VenueDetails,
} from '#shared/staff/sittings.ts'
import { getSitting } from './access.ts'
import { copyPanels } from './interviews/panel-store.ts'
import {
  type Clash,
  countSeats,
  listClashes,
  lockSeated,
  moveSeats,
  releaseSeats,
  seatsSpecialNeeds,
  venueSeatsSpecialNeeds,
} from './seating/seating-store.ts'
import {
  addSitting,
  addVenue,
  countVenues,
  type FoundSitting,
  findSitting,
  hasToldSeats,
  isLabelTaken,
  isVenueNameTaken,
  listVenues,
  lockSitting,
  lockVenue,
  readSeatFacts,
  type SeatFacts,
  type SittingRow,
  updateSitting,
  updateVenue,
  type VenueRow,
} from './store.ts'

export type SittingService = ReturnType<typeof createSittingService>

interface SittingDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
}

type Versioned<T> = T & { version: number }

export function createSittingService({ staffDatabase: { db }, clock }: SittingDependencies) {
  /** As the person saw it, locked. @throws AppError `not_found`, `exercise_archived`, `changed_meanwhile` with the newest */
  async function lockForChange(tx: Tx, id: string, version: number, actor: StaffPrincipal): Promise<SittingRow> {
    await getSitting(tx, id, 'sitting:manage', actor)
    const row = await lockSitting(tx, id)
    await assertRunning(tx, row.exerciseId)
    if (row.version !== version) throw new AppError('changed_meanwhile', { data: await describe(tx, id, actor) })
    return row
  }

  return {
    /** By state and name. @throws AppError `not_found` */
    async listVenues(year: number, actor: StaffPrincipal): Promise<Venue[]> {
      const exerciseId = await getExerciseWithin(db, year, 'sitting:read', actor)
      return (await listVenues(db, exerciseId)).map(presentVenue)
    },

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request` for a name that is taken */
    addVenue: (year: number, details: VenueDetails, actor: StaffPrincipal): Promise<Venue> =>
      db.transaction(async (tx) => {
        const exerciseId = await getExerciseWithin(tx, year, 'sitting:manage', actor)
        await assertRunning(tx, exerciseId)
        if ((await countVenues(tx, exerciseId)) >= maxVenues)
          throw new AppError('invalid_request', { message: `An exercise has at most ${maxVenues} venues.` })
        const added = await addVenue(tx, { ...details, exerciseId })
        if (!added) throw duplicateName()
        await record(tx, actor, 'venue_added', added)
        return presentVenue(added)
      }),

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request`, `changed_meanwhile` with the newest version */
    changeVenue: (year: number, id: string, { version, ...details }: Versioned<VenueDetails>, actor: StaffPrincipal) =>
      db.transaction(async (tx): Promise<Venue> => {
        const exerciseId = await getExerciseWithin(tx, year, 'sitting:manage', actor)
        await assertRunning(tx, exerciseId)
        const row = await lockVenue(tx, exerciseId, id)
        if (!row) throw new AppError('not_found')
        if (row.version !== version) throw new AppError('changed_meanwhile', { data: presentVenue(row) })
        if (await isVenueNameTaken(tx, { ...row, name: details.name })) throw duplicateName()
        await assertVenueAsTold(tx, row, details, clock())
        await assertStaysStepFree(tx, row, details, clock())
        await updateVenue(tx, row, details)
        await record(tx, actor, 'venue_changed', row)
        return presentVenue({ ...row, ...details, version: version + 1 })
      }),

    /** @throws AppError `not_found` */
    find: async (id: string, actor: StaffPrincipal): Promise<Sitting> =>
      present(db, await getSitting(db, id, 'sitting:read', actor), actor),

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request` */
    add: (year: number, details: SittingDetails, actor: StaffPrincipal): Promise<Sitting> =>
      db.transaction(async (tx) => {
        const exerciseId = await getExerciseWithin(tx, year, 'sitting:manage', actor)
        await assertRunning(tx, exerciseId)
        await assertVenue(tx, exerciseId, details.venue)
        const id = await addSitting(tx, { ...toColumns(details), exerciseId, madeBy: actor.staffId })
        if (id === null) throw duplicateLabel()
        await record(tx, actor, 'sitting_added', { id, exerciseId })
        return describe(tx, id, actor)
      }),

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request`, `changed_meanwhile`, `sitting_state` */
    change: (id: string, { version, ...details }: Versioned<SittingDetails>, actor: StaffPrincipal): Promise<Sitting> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, version, actor)
        if (row.state !== 'open') throw wrongState(row)
        // A venue that is no longer offered keeps the sittings that it has.
        if (row.venueId !== details.venue) await assertVenue(tx, row.exerciseId, details.venue)
        const columns = toColumns(details)
        await assertSeatsKept(tx, row, columns)
        if (await isLabelTaken(tx, { ...row, ...columns })) throw duplicateLabel()
        await updateSitting(tx, row, columns)
        await record(tx, actor, 'sitting_changed', row)
        return describe(tx, id, actor)
      }),

    /**
     * To another time or place: a new sitting takes over all seats, and the former is cancelled. What applicants read changes
     * with the publication of the new seats.
     * @throws AppError `not_found`, `exercise_archived`, `invalid_request`, `changed_meanwhile`, `sitting_state`
     */
    move: (id: string, { version, reason, ...move }: Versioned<SittingMove>, actor: StaffPrincipal): Promise<Sitting> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, version, actor)
        if (!mayTakeSittingStep(row.state, 'cancel')) throw wrongState(row)
        const details = parseMoved(row, move)
        if (row.venueId !== details.venue) {
          const { isStepFree } = await assertVenue(tx, row.exerciseId, details.venue)
          if (!isStepFree && (await seatsSpecialNeeds(tx, id)))
            throw wrongVenue('Applicants with special needs have seats here: choose a step-free venue.')
        }
        const columns = toColumns(details)
        await lockSeated(tx, id)
        const { highest } = await countSeats(tx, id)
        if (columns.capacity < highest) throw tooFewSeats(highest)
        const releasedAt = clock()
        await updateSitting(tx, row, { state: 'cancelled', reason })
        const moved = await releaseSeats(tx, id, releasedAt)
        const { exerciseId } = row
        const to = await addSitting(tx, { ...columns, exerciseId, madeBy: actor.staffId, movedFrom: id })
        if (to === null) throw duplicateLabel()
        await moveSeats(tx, id, to, releasedAt)
        await copyPanels(tx, id, to)
        await record(tx, actor, 'sitting_moved', row, { moved })
        return describe(tx, to, actor)
      }),

    /** @throws AppError `not_found`, `exercise_archived`, `invalid_request`, `changed_meanwhile`, `sitting_state` */
    takeStep: (
      id: string,
      { step, reason, version }: Versioned<{ step: SittingStep; reason: string }>,
      actor: StaffPrincipal,
    ): Promise<Sitting> =>
      db.transaction(async (tx) => {
        const row = await lockForChange(tx, id, version, actor)
        if (!mayTakeSittingStep(row.state, step)) throw wrongState(row)
        const { to: state } = sittingTransitions[step]
        if (state === 'cancelled' && reason.length < 10)
          throw createFieldsError('invalid_request', [
            { path: 'reason', message: 'Enter a reason of at least 10 characters.' },
          ])
        await updateSitting(tx, row, { state, ...(state === 'cancelled' && { reason }) })
        const released = state === 'cancelled' ? await releaseSeats(tx, id, clock()) : 0
        await record(tx, actor, stepActions[step], row, released > 0 ? { released } : {})
        return describe(tx, id, actor)
      }),
  }
}

const stepActions = {
  lock: 'sitting_locked',
  unlock: 'sitting_unlocked',
  cancel: 'sitting_cancelled',
} as const satisfies Record<SittingStep, AuditAction>

const record = (
  tx: Tx,
  actor: StaffPrincipal,
  action: AuditAction,
  { id, exerciseId }: Pick<VenueRow, 'id' | 'exerciseId'>,
  detail: Record<string, number> = {},
) =>
  audit(tx, {
    actor: 'staff',
    by: actor,
    action,
    subject: { kind: action.startsWith('venue') ? 'venue' : 'sitting', id },
    exerciseId,
    detail,
  })

const wrongVenue = (message: string) => createFieldsError('invalid_request', [{ path: 'venue', message }])

/** @throws AppError `invalid_request` unless it is offered in the exercise */
async function assertVenue(tx: Tx, exerciseId: number, id: string): Promise<VenueRow> {
  const venue = await lockVenue(tx, exerciseId, id)
  if (!venue?.isActive) throw wrongVenue('Choose a venue.')
  return venue
}

/** What applicants were told of their seats changes by a publication alone. @throws AppError `invalid_request` */
async function assertVenueAsTold(tx: Tx, row: VenueRow, details: VenueDetails, now: Date): Promise<void> {
  const changed = (['name', 'address'] as const).filter((path) => details[path] !== row[path])
  if (changed.length === 0 || !(await hasToldSeats(tx, row.id, now))) return
  const message = 'Applicants were told of seats here: add another venue, and move the sittings to it.'
  throw createFieldsError(
    'invalid_request',
    changed.map((path) => ({ path, message })),
  )
}

/** @throws AppError `invalid_request` */
async function assertStaysStepFree(tx: Tx, row: VenueRow, details: VenueDetails, now: Date): Promise<void> {
  if (!row.isStepFree || details.isStepFree || !(await venueSeatsSpecialNeeds(tx, row.id, now))) return
  const message = 'Applicants with special needs have seats here: move their sittings to a step-free venue first.'
  throw createFieldsError('invalid_request', [{ path: 'isStepFree', message }])
}

/** @throws AppError `sitting_seated`, `invalid_request` for a capacity below a seat that is taken */
async function assertSeatsKept(tx: Tx, row: SittingRow, changes: ReturnType<typeof toColumns>): Promise<void> {
  const { count, highest } = await countSeats(tx, row.id)
  if (count === 0) return
  const isMoved =
    changes.venueId !== row.venueId ||
    changes.kind !== row.kind ||
    sittingTimes.some((name) => changes[name].getTime() !== row[name].getTime())
  if (isMoved) throw new AppError('sitting_seated')
  if (changes.capacity < highest) throw tooFewSeats(highest)
}

const tooFewSeats = (highest: number) =>
  createFieldsError('invalid_request', [
    { path: 'capacity', message: `Seat ${highest} is taken: enter a capacity of at least ${highest}.` },
  ])

/** All of the sitting as it will be. @throws AppError `invalid_request` when it is where and when it was */
function parseMoved(row: SittingRow, move: Omit<SittingMove, 'reason'>): SittingDetails {
  const { venueId: venue, kind, label, capacity } = row
  const moved = sittingDetails.safeParse({ kind, venue, label, capacity, ...presentTimes(row), ...move })
  if (!moved.success)
    throw createFieldsError(
      'invalid_request',
      moved.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    )
  const details = moved.data
  if (details.venue === venue && sittingTimes.every((name) => Date.parse(details[name]) === row[name].getTime()))
    throw wrongVenue('Choose another venue or another time.')
  return details
}

const duplicateName = () =>
  createFieldsError('invalid_request', [{ path: 'name', message: 'There is a venue of this name.' }])
const duplicateLabel = () =>
  createFieldsError('invalid_request', [{ path: 'label', message: 'The venue has a batch of this name.' }])

function wrongState({ state }: Pick<SittingRow, 'state'>): AppError {
  const message = `This is not possible in the state of the sitting, which is “${sittingStates[state]}”.`
  return new AppError('sitting_state', { message, data: { state } })
}

const toColumns = ({ venue, kind, label, reportsAt, startsAt, endsAt, capacity }: SittingDetails) => ({
  venueId: venue,
  kind,
  label,
  reportsAt: new Date(reportsAt),
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
  capacity,
})

async function describe(tx: Tx, id: string, actor: StaffPrincipal): Promise<Sitting> {
  const found = await findSitting(tx, id)
  if (!found) throw new AppError('not_found')
  return present(tx, found, actor)
}

const present = async (tx: Tx, found: FoundSitting, { staffId }: StaffPrincipal): Promise<Sitting> => {
  const { id } = found.row
  return presentSitting(found, await readSeatFacts(tx, id), await listClashes(tx, id, staffId, maxNamedClashes))
}

const presentVenue = ({ id, name, address, state, isActive, isStepFree, version }: VenueRow): Venue => ({
  id,
  name,
  address,
  state,
  isActive,
  isStepFree,
  version,
})

const presentTimes = ({ reportsAt, startsAt, endsAt }: Pick<SittingRow, (typeof sittingTimes)[number]>) => ({
  reportsAt: reportsAt.toISOString(),
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
})

const presentSitting = (
  { row, venue, exercise, madeBy }: FoundSitting,
  { seated, unpublished, movedTo }: SeatFacts,
  clashes: readonly Clash[],
): Sitting => ({
  id: row.id,
  exercise: exercise.year,
  isArchived: exercise.archivedAt !== null,
  kind: row.kind,
  label: row.label,
  venue: presentVenue(venue),
  ...presentTimes(row),
  capacity: row.capacity,
  seated,
  unpublished,
  clashCount: clashes[0]?.count ?? 0,
  clashes: clashes.map(({ number, sitting, label, venue: place }) => ({ number, sitting, label, venue: place })),
  state: row.state,
  reason: row.reason,
  movedFrom: row.movedFrom,
  movedTo,
  version: row.version,
  madeBy,
  madeAt: row.madeAt.toISOString(),
})
