// Who gets which seat: what an exam officer chooses, and why somebody gets none.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'

/** Of a sitting for applicants of the state in which its venue is. */
export const homeStateRules = {
  ignored: 'It does not matter',
  preferred: 'First those whose home state it is, then others',
  required: 'Only those whose home state it is',
} as const
export type HomeStateRule = keyof typeof homeStateRules

export const maxSeed = 999_999_999

/** In one run. */
const maxSpecialNeeds = 500
export const maxSpecialNeedsText = 10_000

/** As typed or pasted: one number a line, or between commas or spaces. */
export const readSpecialNeeds = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter((number) => number !== '')
      .map((number) => number.toUpperCase()),
  ),
]

export const seatingRules = z.strictObject({
  homeState: z.enum(listNames(homeStateRules)).default('preferred'),
  groupsPosts: z.boolean().default(false).describe('Applicants for one post sit in the same sittings, in a row.'),
  specialNeeds: z
    .array(z.string().max(40))
    .max(maxSpecialNeeds, `Name at most ${maxSpecialNeeds} applications.`)
    .default([])
    .describe('Numbers of applications whose applicants are seated before all others, in step-free venues alone.'),
})
export type SeatingRules = z.output<typeof seatingRules>

export const maxSeatingSittings = 100
/** Each takes a place in one transaction. */
export const maxSeatedAtOnce = 30_000
/** Of those without a seat, how many are named; the counts are of all. */
export const maxNamedUnseated = 1_000

/** Why an application of the selection gets no seat. */
export const unseatedReasons = {
  not_shortlisted: 'Not shortlisted, or not published yet',
  withdrawn: 'Withdrawn',
  on_hold: 'The applicant is on hold',
  seated_already: 'Has a seat, and keeps it',
  clash: 'Has a sitting of the other kind at that time',
  no_step_free_seat: 'No free seat in a step-free venue',
  no_venue_in_state: 'No chosen sitting in the home state',
  no_seat: 'All seats are taken',
} as const
export type UnseatedReason = keyof typeof unseatedReasons

/** That go to another sitting together. */
export const maxMovedSeats = 100

/** Of those with another sitting at the time of one, how many are named. */
export const maxNamedClashes = 20

/** Why a seat cannot go to another sitting. */
export const seatMoveRefusals = {
  released: 'has this seat no more',
  not_invited: 'is not invited any more',
  has_sat: 'was present there, or has a result of it',
  same_sitting: 'sits there already',
  other_kind: 'has a seat of the other kind',
  clash: 'has a sitting of the other kind at that time',
  not_step_free: 'needs a step-free venue',
} as const
export type SeatMoveRefusal = keyof typeof seatMoveRefusals
