// Some applicants of a sitting go to another one of the kind: their seats are released, and they get seats that are free there.
// What they read changes with the publication of these, as when a whole sitting moves.
import { AppError } from '#server/app-error.ts'
import type { Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import { type SeatMoveRefusal, seatMoveRefusals } from '#shared/staff/seating.ts'
import { getSitting } from '../access.ts'
import { listFreeNumbers } from './allocate.ts'
import {
  listSeatedSittings,
  listSeatsToMove,
  listSittingsOf,
  lockSeatsToMove,
  lockSittings,
  replaceSeats,
  type SeatedSitting,
  type SeatToMove,
} from './seating-store.ts'

export interface SeatMove {
  /** To which they go. */
  sitting: string
  seats: readonly string[]
  reason: string
}

interface MoveContext {
  actor: StaffPrincipal
  now: Date
}

const maxNamed = 5

/** @returns how many */
export async function moveChosenSeats(
  tx: Tx,
  { sitting: to, seats, reason }: SeatMove,
  { actor, now }: MoveContext,
): Promise<number> {
  const {
    row: { exerciseId },
  } = await getSitting(tx, to, 'sitting:manage', actor)
  const ids = [...new Set(seats)]
  await lockSittings(tx, [to, ...(await listSittingsOf(tx, ids))])
  await assertRunning(tx, exerciseId)
  const [sitting] = await listSeatedSittings(tx, [to])
  if (!sitting) throw new AppError('not_found')
  if (sitting.state !== 'open') throw new AppError('sitting_state', { data: { state: sitting.state } })
  if (sitting.endsAt < now)
    throw new AppError('sitting_state', { message: 'That sitting is over.', data: { state: sitting.state } })
  await lockSeatsToMove(tx, ids)
  const scope = { exerciseId, staffId: actor.staffId, scopes: listScopes(actor.grants, 'sitting:manage') }
  const moved = await listSeatsToMove(tx, ids, { id: to, scope })
  if (moved.length < ids.length) throw new AppError('not_found')
  assertMovable(moved, sitting)
  const free = listFreeNumbers(sitting)
  if (free.length < moved.length) throw refuse(`That sitting has ${formatCounted(free.length, 'free seat')}.`)
  const given = moved.map(({ id }, at) => ({ id, seatNumber: free[at] ?? 0 }))
  await replaceSeats(tx, to, given, now)
  for (const { accountId, number, sittingId } of moved)
    await audit(tx, {
      actor: 'staff',
      by: actor,
      action: 'seat_moved',
      accountId,
      subject: { kind: 'application', id: number },
      exerciseId,
      reason,
      detail: { from: sittingId, to },
    })
  return moved.length
}

function findRefusal(seat: SeatToMove, { id, kind, isStepFree }: SeatedSitting): SeatMoveRefusal | null {
  if (seat.isReleased) return 'released'
  if (seat.isOut) return 'not_invited'
  if (seat.sittingId === id) return 'same_sitting'
  if (seat.kind !== kind) return 'other_kind'
  if (seat.isUsed) return 'has_sat'
  if (seat.isBusy) return 'clash'
  return seat.needsStepFree && !isStepFree ? 'not_step_free' : null
}

/** @throws AppError `seats_refused` */
function assertMovable(seats: readonly SeatToMove[], sitting: SeatedSitting): void {
  const refused = seats.flatMap((seat) => {
    const why = findRefusal(seat, sitting)
    return why ? [{ seat: seat.id, number: seat.number, why }] : []
  })
  if (refused.length === 0) return
  const named = refused.slice(0, maxNamed).map(({ number, why }) => `${number} ${seatMoveRefusals[why]}`)
  const more = refused.length - named.length
  throw refuse(`No seat is moved: ${[...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}.`, refused)
}

const refuse = (message: string, refused: readonly { seat: string; number: string; why: SeatMoveRefusal }[] = []) =>
  new AppError('seats_refused', { message, data: { refused } })
