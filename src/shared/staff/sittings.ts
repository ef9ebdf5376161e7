// Venues and sittings: where, when and for how many a test or an interview is held.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { mayTransition, type Transitions } from '../policy/transition.ts'
import { stateOptions } from '../reference-data/states.ts'
import { typedReason } from './reasons.ts'
import { describeMaxLength, maxShortName, maxVenueAddress, maxVenueName } from './text-limits.ts'

export const sittingKinds = { cbt: 'CBT', interview: 'Interview' } as const
export type SittingKind = keyof typeof sittingKinds
export const sittingKindNames = listNames(sittingKinds)

export const sittingStates = { open: 'Open', locked: 'Locked', cancelled: 'Cancelled' } as const
export type SittingState = keyof typeof sittingStates

/** Every way from one state to another. */
export const sittingTransitions = {
  lock: { from: ['open'], to: 'locked' },
  unlock: { from: ['locked'], to: 'open' },
  cancel: { from: ['open', 'locked'], to: 'cancelled' },
} as const satisfies Transitions<SittingState>
export type SittingStep = keyof typeof sittingTransitions
export const sittingSteps = Object.keys(sittingTransitions) as [SittingStep, ...SittingStep[]]

export const mayTakeSittingStep = (state: SittingState, step: SittingStep): boolean =>
  mayTransition<SittingState, SittingStep>(sittingTransitions, state, step)

/** Whether applicants are given seats in it: while it is open, and before it begins. */
export const takesSeats = ({ state, startsAt }: { state: SittingState; startsAt: string | Date }, now: Date): boolean =>
  state === 'open' && new Date(startsAt) > now

export const sittingTimes = ['reportsAt', 'startsAt', 'endsAt'] as const

/** Seats are numbered from 1. */
export const maxSittingCapacity = 5_000
export const maxVenues = 500

const line = (what: string, max: number) =>
  z.string().trim().min(1, `Enter ${what}.`).max(max, describeMaxLength(max)).regex(/^.*$/, 'Use one line.')

/** What applicants read of a place, and the state in which it is. */
export const venueDetails = z.object({
  name: line('the name of the venue', maxVenueName),
  address: line('the address', maxVenueAddress),
  state: z.string().refine((alias) => Object.hasOwn(stateOptions, alias), 'Choose a state.'),
  isActive: z.boolean().describe('Whether new sittings may be held there.'),
  isStepFree: z.boolean().default(false).describe('Whether its seats are reached without steps.'),
})
export type VenueDetails = z.infer<typeof venueDetails>

/** A year that was typed in part, such as 0202, is none of a sitting. */
const moment = (message: string) =>
  z.iso
    .datetime({ offset: true, message })
    .refine((text) => text >= '2000', { message: 'Enter a year since 2000.', abort: true })

const fields = z.object({
  kind: z.enum(sittingKindNames, 'Choose the kind.'),
  venue: uuid('Choose a venue.'),
  label: line('the name of the batch', maxShortName),
  reportsAt: moment('Enter the date and time at which applicants report.'),
  startsAt: moment('Enter the date and time of the start.'),
  endsAt: moment('Enter the date and time of the end.'),
  capacity: z
    .number('Enter the capacity as a whole number.')
    .int('Enter the capacity as a whole number.')
    .min(1, 'Enter a capacity of at least 1.')
    .max(maxSittingCapacity, `Enter a capacity of at most ${maxSittingCapacity.toLocaleString('en-NG')}.`),
})

export const sittingDetails = fields.superRefine(({ reportsAt, startsAt, endsAt }, { addIssue }) => {
  if (Date.parse(reportsAt) > Date.parse(startsAt))
    addIssue({ code: 'custom', path: ['reportsAt'], message: 'Applicants report before the start, or at the start.' })
  if (Date.parse(endsAt) <= Date.parse(startsAt))
    addIssue({ code: 'custom', path: ['endsAt'], message: 'The end is after the start.' })
  if (Date.parse(endsAt) - Date.parse(reportsAt) > maxSittingMs)
    addIssue({ code: 'custom', path: ['endsAt'], message: 'A sitting ends within a day of reporting.' })
})
export type SittingDetails = z.infer<typeof sittingDetails>

/** What of a sitting changes when it moves; what is left out stays. */
export const sittingMove = z.strictObject({ ...fields.omit({ kind: true }).partial().shape, reason: typedReason })
export type SittingMove = z.infer<typeof sittingMove>

const maxSittingMs = 24 * 3_600_000
