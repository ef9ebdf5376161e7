// Who came to a sitting: what is marked at the door, by when, and how one mark follows another.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import type { SittingState } from './sittings.ts'
import { describeMaxLength } from './text-limits.ts'

export const attendanceStates = { present: 'Present', absent: 'Absent', turned_away: 'Turned away' } as const
export type AttendanceState = keyof typeof attendanceStates
export const attendanceStateNames = listNames(attendanceStates)

/** How a seat stands. */
export const seatAttendances = {
  ...attendanceStates,
  unmarked: 'Not marked',
  conflict: 'Marked differently',
} as const
export type SeatAttendance = keyof typeof seatAttendances

/** How the officer found the seat: by the code of a slip, by its number or the name, or on the signed sheet. */
export const attendanceSources = { scan: 'Slip scanned', number: 'Number or name', sheet: 'Signed sheet' } as const
export type AttendanceSource = keyof typeof attendanceSources

export const maxTurnedAwayReason = 300
/** One after the other reaches the server in this many at a time. */
export const maxMarksAtOnce = 200
/** Seats of other sittings that the door knows, so that a wrong hall or batch can be named. */
export const maxSeatsElsewhere = 5_000

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** After the end of a sitting a device keeps the list of its door for so long at most. */
export const doorListKeptMs = 4 * hourMs

/** More than since 1970, where a clock that was reset begins: one mark with a wrong time must not keep back the others. */
const maxMarkAgeSeconds = 4_000_000_000
const opensBeforeMs = 12 * hourMs
const closesAfterMs = 14 * dayMs

export const attendanceMark = z
  .strictObject({
    id: uuid().optional().describe('Made by the device: the same one is recorded once, however often it is sent.'),
    state: z.enum(attendanceStateNames, 'Choose the state.'),
    reason: z
      .string()
      .trim()
      .max(maxTurnedAwayReason, describeMaxLength(maxTurnedAwayReason))
      .default('')
      .describe('Why somebody was turned away.'),
    source: z.enum(listNames(attendanceSources)).default('number'),
    secondsAgo: z
      .number()
      .int()
      .min(0)
      .max(maxMarkAgeSeconds)
      .default(0)
      .describe('How long ago it was made. The clock of the device does not count.'),
    saw: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('How many marks of the seat the device knew: the newest by default.'),
  })
  .superRefine(({ state, reason }, { addIssue }) => {
    if (state === 'turned_away' && reason === '')
      addIssue({ code: 'custom', path: ['reason'], message: 'Enter why the applicant was turned away.' })
    if (state !== 'turned_away' && reason !== '')
      addIssue({ code: 'custom', path: ['reason'], message: 'Only who is turned away has a reason.' })
  })
export type AttendanceMark = z.output<typeof attendanceMark>

/** What became of a mark. */
export const markOutcomes = {
  accepted: 'Recorded',
  already_sent: 'Recorded before',
  conflict: 'Another device has marked this seat differently',
  refused: 'Not recorded',
} as const
export type MarkOutcome = keyof typeof markOutcomes

/** Why a mark is not recorded. */
export const markRefusals = {
  cancelled: 'The sitting is cancelled: nobody is marked any more.',
  no_seat: 'This seat is not in this sitting any more.',
  too_early: 'The sitting was marked before its day.',
  too_late: 'The attendance of a sitting is closed 14 days after its end.',
  not_over: 'Somebody is absent only once the sitting has ended or is locked.',
} as const
export type MarkRefusal = keyof typeof markRefusals

interface MarkedSitting {
  reportsAt: Date
  endsAt: Date
  state: SittingState
}

/** Why this state cannot be marked at this time; null when it can. */
export function findMarkRefusal(
  { reportsAt, endsAt, state }: MarkedSitting,
  mark: AttendanceState,
  at: Date,
): Exclude<MarkRefusal, 'no_seat'> | null {
  if (state === 'cancelled') return 'cancelled'
  if (at.getTime() < reportsAt.getTime() - opensBeforeMs) return 'too_early'
  if (at.getTime() > endsAt.getTime() + closesAfterMs) return 'too_late'
  if (mark === 'absent' && state !== 'locked' && at < endsAt) return 'not_over'
  return null
}

/**
 * Whether a mark contradicts one that its device did not know.
 * @param earlier the states of all marks of the seat, in their order
 * @param saw how many of them the device knew
 */
export const isConflict = (earlier: readonly AttendanceState[], saw: number, state: AttendanceState): boolean =>
  earlier.slice(saw).some((unseen) => unseen !== state)
