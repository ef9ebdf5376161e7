// Who came. Devices send their marks when they can: each is recorded once, and what contradicts another is said.
import { randomUUID } from 'node:crypto'
import { AppError } from '#server/app-error.ts'
import type { Database, Tx } from '#server/database/connection.ts'
import { assertRunning } from '#server/domain/running-exercise.ts'
import { assertWithinScope, type IndexScope } from '#server/domain/scope.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import { audit, auditView } from '#server/platform/audit/audit.ts'
import type {
  AttendanceCounts,
  CurrentMark,
  DoorList,
  MarkAnswer,
  SeatsElsewhere,
} from '#shared/api/staff/attendance.ts'
import { listScopes } from '#shared/roles/permissions.ts'
import {
  type AttendanceMark,
  findMarkRefusal,
  isConflict,
  type MarkRefusal,
  markRefusals,
  maxSeatsElsewhere,
} from '#shared/staff/attendance.ts'
import { getSitting } from '../access.ts'
import { lockSitting, type SittingRow } from '../store.ts'
import {
  addAbsentees,
  addMarks,
  countAttendance,
  findSeat,
  listDoorSeats,
  listMarks,
  listSeatsElsewhere,
  lockSeats,
  type MarkRow,
  type NewMark,
} from './attendance-store.ts'

export type AttendanceService = ReturnType<typeof createAttendanceService>

interface AttendanceDependencies {
  staffDatabase: Pick<Database, 'db'>
  clock: () => Date
  /** Fewer in tests. */
  maxElsewhere?: number
}

interface SentMark {
  seat: string
  mark: AttendanceMark
}

export function createAttendanceService({
  staffDatabase: { db },
  clock,
  maxElsewhere = maxSeatsElsewhere,
}: AttendanceDependencies) {
  /** @throws AppError `not_found`, `exercise_archived` */
  async function openSitting(tx: Tx, id: string, actor: StaffPrincipal): Promise<SittingRow> {
    const { row } = await getSitting(tx, id, 'attendance:mark', actor)
    await assertRunning(tx, row.exerciseId)
    return row
  }

  const recordReading = ({ id, exerciseId }: SittingRow, seats: number, actor: StaffPrincipal) =>
    auditView(
      db,
      { action: 'door_list_read', by: actor, subject: { kind: 'sitting', id }, exerciseId, detail: { seats } },
      clock(),
    )

  /** Not changed meanwhile. @throws AppError `not_found`, `exercise_archived`, `sitting_state` */
  async function openForMarks(tx: Tx, id: string, actor: StaffPrincipal): Promise<SittingRow> {
    const row = await openSitting(tx, id, actor)
    if (row.state === 'cancelled') throw new AppError('sitting_state', { message: markRefusals.cancelled })
    return row
  }

  async function record(tx: Tx, sitting: SittingRow, sent: readonly SentMark[], actor: StaffPrincipal) {
    const now = clock()
    const locked = await lockSeats(
      tx,
      sitting.id,
      sent.map(({ seat }) => seat),
      getScope(sitting, actor),
    )
    const added: NewMark[] = []
    const settled = sent.map(({ seat, mark }): Omit<MarkAnswer, 'mark'> => {
      const id = mark.id ?? randomUUID()
      const refuse = (why: MarkRefusal) => ({ seat, id, outcome: 'refused' as const, why })
      const marks = locked.get(seat)?.marks
      if (!marks) return refuse(sitting.state === 'cancelled' ? 'cancelled' : 'no_seat')
      const before = marks.find((one) => one.id === id)
      if (before) {
        const isUnsettled = before.isConflict && before === marks.at(-1)
        return { seat, id, outcome: isUnsettled ? 'conflict' : 'already_sent', why: null }
      }
      const markedAt = new Date(now.getTime() - mark.secondsAgo * 1_000)
      const why = findMarkRefusal(sitting, mark.state, markedAt)
      if (why !== null) return refuse(why)
      const made = {
        id,
        state: mark.state,
        isConflict: isConflict(
          marks.map(({ state }) => state),
          mark.saw ?? marks.length,
          mark.state,
        ),
      }
      marks.push(made)
      added.push({
        ...made,
        seatId: seat,
        position: marks.length,
        reason: mark.state === 'turned_away' ? mark.reason : null,
        source: mark.source,
        markedBy: actor.staffId,
        markedAt,
        arrivedAt: now,
      })
      return { seat, id, outcome: made.isConflict ? 'conflict' : 'accepted', why: null }
    })
    await addMarks(tx, added)
    if (added.length > 0) await recordEvent(tx, actor, sitting, 'attendance_marked', countMarks(added))
    const current = await listMarks(tx, [...locked.keys()])
    return settled.map((answer): MarkAnswer => {
      const mark = current.get(answer.seat)
      return { ...answer, mark: mark ? presentMark(mark) : null }
    })
  }

  return {
    /** That somebody reads it is recorded once an hour. @throws AppError `not_found` */
    async listDoor(id: string, actor: StaffPrincipal): Promise<DoorList> {
      const { row, venue, exercise } = await getSitting(db, id, 'attendance:mark', actor)
      const seats = await listDoorSeats(db, id, getScope(row, actor))
      await recordReading(row, seats.length, actor)
      return {
        sitting: {
          id,
          kind: row.kind,
          label: row.label,
          venue: { id: venue.id, name: venue.name },
          reportsAt: row.reportsAt.toISOString(),
          startsAt: row.startsAt.toISOString(),
          endsAt: row.endsAt.toISOString(),
          state: row.state,
          isArchived: exercise.archivedAt !== null,
        },
        seats: seats.map(({ id: seat, seatNumber, number, name, codes, ...mark }) => ({
          id: seat,
          seatNumber,
          number,
          name,
          codes,
          mark: presentMark(mark),
        })),
      }
    },

    /** A part of what is read at a door, and recorded as that. @throws AppError `not_found` */
    async listElsewhere(id: string, actor: StaffPrincipal): Promise<SeatsElsewhere> {
      const { row } = await getSitting(db, id, 'attendance:mark', actor)
      const found = await listSeatsElsewhere(db, row, getScope(row, actor), maxElsewhere + 1)
      const sent = found.slice(0, maxElsewhere)
      await recordReading(row, sent.length, actor)
      const places = new Map<string, number>()
      const sittings: SeatsElsewhere['sittings'] = []
      const seats = sent.map(({ sittingId, label, venueId, venue, startsAt, ...seat }) => {
        const place = places.get(sittingId) ?? sittings.length
        if (place === sittings.length) {
          places.set(sittingId, place)
          sittings.push({ id: sittingId, label, venue: { id: venueId, name: venue }, startsAt: startsAt.toISOString() })
        }
        return { ...seat, sitting: place }
      })
      return { sittings, seats, isComplete: found.length <= maxElsewhere }
    },

    /** @throws AppError `not_found` */
    async count(id: string, actor: StaffPrincipal): Promise<AttendanceCounts> {
      await getSitting(db, id, 'sitting:read', actor)
      return countAttendance(db, id)
    },

    /** @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `attendance_refused` */
    mark: (seat: string, mark: AttendanceMark, actor: StaffPrincipal): Promise<MarkAnswer> =>
      db.transaction(async (tx) => {
        const found = await findSeat(tx, seat)
        if (!found) throw new AppError('not_found')
        const row = await openForMarks(tx, found.sittingId, actor)
        const place = { exerciseId: row.exerciseId, accountId: found.accountId }
        await assertWithinScope(tx, place, 'attendance:mark', actor)
        const [answer] = await record(tx, row, [{ seat, mark }], actor)
        if (!answer) throw new Error('A mark has an answer.')
        if (answer.why !== null)
          throw new AppError('attendance_refused', { message: markRefusals[answer.why], data: { why: answer.why } })
        return answer
      }),

    /** Each has its answer, also once the sitting is cancelled: the device keeps none for ever. @throws AppError `not_found`, `exercise_archived` */
    send: (id: string, marks: readonly SentMark[], actor: StaffPrincipal): Promise<MarkAnswer[]> =>
      db.transaction(async (tx) => record(tx, await openSitting(tx, id, actor), marks, actor)),

    /** @throws AppError `not_found`, `exercise_archived`, `sitting_state`, `attendance_refused` */
    markAbsentees: (id: string, actor: StaffPrincipal): Promise<number> =>
      db.transaction(async (tx) => {
        await openForMarks(tx, id, actor)
        const row = await lockSitting(tx, id)
        const at = clock()
        const why = findMarkRefusal(row, 'absent', at)
        if (why !== null) throw new AppError('attendance_refused', { message: markRefusals[why], data: { why } })
        const absent = await addAbsentees(tx, { sittingId: id, staffId: actor.staffId, at }, getScope(row, actor))
        if (absent > 0) await recordEvent(tx, actor, row, 'absentees_marked', { absent })
        return absent
      }),
  }
}

const getScope = ({ exerciseId }: Pick<SittingRow, 'exerciseId'>, { staffId, grants }: StaffPrincipal): IndexScope => ({
  exerciseId,
  staffId,
  scopes: listScopes(grants, 'attendance:mark'),
})

const recordEvent = (
  tx: Tx,
  actor: StaffPrincipal,
  { id, exerciseId }: SittingRow,
  action: 'attendance_marked' | 'absentees_marked',
  detail: Record<string, number>,
) => audit(tx, { actor: 'staff', by: actor, action, subject: { kind: 'sitting', id }, exerciseId, detail })

function countMarks(marks: readonly NewMark[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state, isConflict: contradicts } of marks) {
    counts[state] = (counts[state] ?? 0) + 1
    if (contradicts) counts.conflicts = (counts.conflicts ?? 0) + 1
  }
  return counts
}

const presentMark = ({ state, reason, marks, hasConflict, by, at, against }: MarkRow): CurrentMark => ({
  state,
  reason,
  marks,
  hasConflict,
  by,
  at: at?.toISOString() ?? null,
  against: against && { ...against, at: new Date(against.at).toISOString() },
})
