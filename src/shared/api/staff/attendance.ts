import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../../format/labels.ts'
import {
  attendanceMark,
  attendanceStates,
  markOutcomes,
  markRefusals,
  maxMarksAtOnce,
  maxSeatsElsewhere,
} from '../../staff/attendance.ts'
import { sittingKinds, sittingStates } from '../../staff/sittings.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId } from './requests.ts'

const area = 'Staff: attendance'
const count = z.number().int()

const currentMark = z.object({
  state: z.enum(listNames(attendanceStates)).nullable().describe('Null while nobody has marked the seat.'),
  reason: z.string().nullable(),
  marks: count.describe('How many marks the seat has: what `saw` of the next one names.'),
  hasConflict: z.boolean().describe('Two devices marked it differently, and nobody has settled it yet.'),
  by: z.string().nullable(),
  at: isoDateTime.nullable(),
  against: z
    .object({ state: z.enum(listNames(attendanceStates)), by: z.string(), at: isoDateTime })
    .nullable()
    .describe('What the newest mark contradicts.'),
})
export type CurrentMark = z.infer<typeof currentMark>

const codes = z.array(z.string()).describe('Of the slips that the applicant may show.')

const doorSeat = z.object({
  id: uuid(),
  seatNumber: count,
  number: z.string().describe('Of the application.'),
  name: z.string(),
  codes,
  mark: currentMark,
})
export type DoorSeat = z.infer<typeof doorSeat>

const doorSitting = z.object({
  id: uuid(),
  kind: z.enum(listNames(sittingKinds)),
  label: z.string(),
  venue: z.object({ id: uuid(), name: z.string() }),
  reportsAt: isoDateTime,
  startsAt: isoDateTime,
  endsAt: isoDateTime,
  state: z.enum(listNames(sittingStates)),
  isArchived: z.boolean(),
})

const doorList = z.object({ sitting: doorSitting, seats: z.array(doorSeat) })
export type DoorList = z.infer<typeof doorList>

const seatsElsewhere = z.object({
  sittings: z.array(
    z.object({
      id: uuid(),
      label: z.string(),
      venue: z.object({ id: uuid(), name: z.string() }),
      startsAt: isoDateTime,
    }),
  ),
  seats: z.array(
    z.object({ sitting: count.describe('Its place in `sittings`.'), seatNumber: count, number: z.string(), codes }),
  ),
  isComplete: z
    .boolean()
    .describe(`Whether these are all: at most ${maxSeatsElsewhere.toLocaleString('en-NG')} are sent.`),
})
export type SeatsElsewhere = z.infer<typeof seatsElsewhere>

const outcome = z.enum(listNames(markOutcomes))
const markAnswer = z.object({
  seat: uuid(),
  id: uuid(),
  outcome,
  why: z.enum(listNames(markRefusals)).nullable().describe('Why it is not recorded.'),
  mark: currentMark.nullable().describe('As the seat stands now; null where it is not in the sitting.'),
})
export type MarkAnswer = z.infer<typeof markAnswer>

const attendanceCounts = z.object({
  ...(Object.fromEntries(listNames(attendanceStates).map((state) => [state, count])) as Record<
    keyof typeof attendanceStates,
    typeof count
  >),
  unmarked: count,
  conflicts: count,
})
export type AttendanceCounts = z.infer<typeof attendanceCounts>

/** A minute of marks by somebody quick, several times over. */
const marking = { ...staffLimits.reviews, bodyBytes: 128 * 1_024 }

export const staffAttendanceContracts = {
  doorList: {
    area,
    access: 'staff:attendance:mark',
    scope: 'sitting',
    limits: staffLimits.reads,
    summary: 'Who has a seat in a sitting, for the door: no contact data, no NIN',
    params: byId,
    reply: envelope(doorList),
  },
  seatsElsewhere: {
    area,
    access: 'staff:attendance:mark',
    scope: 'sitting',
    limits: staffLimits.reads,
    summary: 'Which applications sit in another hall or batch, those of the nearest sittings first; no names',
    params: byId,
    reply: envelope(seatsElsewhere),
  },
  sittingAttendance: {
    area,
    access: 'staff:sitting:read',
    scope: 'sitting',
    limits: staffLimits.reads,
    summary: 'How many of a sitting are present, absent, turned away or not marked',
    params: byId,
    reply: envelope(attendanceCounts),
  },
  markAttendance: {
    area,
    access: 'staff:attendance:mark',
    scope: 'seat',
    limits: marking,
    summary: 'Mark one applicant; a later mark replaces it, and all are kept',
    params: byId,
    body: attendanceMark,
    reply: envelope(markAnswer),
    replyStatus: 201,
  },
  sendMarks: {
    area,
    access: 'staff:attendance:mark',
    scope: 'sitting',
    limits: marking,
    summary: 'Send the marks that a device has kept; each has its answer',
    params: byId,
    body: z.strictObject({
      marks: z
        .array(z.object({ seat: uuid(), mark: attendanceMark }))
        .min(1)
        .max(maxMarksAtOnce, `Send at most ${maxMarksAtOnce} marks at a time.`),
    }),
    reply: envelope(z.object({ answers: z.array(markAnswer).describe('In the order of the marks.') })),
  },
  markAbsentees: {
    area,
    access: 'staff:attendance:mark',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Mark everybody absent whom nobody has marked, once the sitting has ended or is locked',
    params: byId,
    reply: envelope(z.object({ marked: count })),
  },
} as const satisfies Record<string, StaffContract>
