import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../../format/labels.ts'
import { seatList } from '../../lists/seats.ts'
import { typedReason } from '../../staff/reasons.ts'
import {
  maxMovedSeats,
  maxNamedUnseated,
  maxSeatingSittings,
  maxSeed,
  seatingRules,
  unseatedReasons,
} from '../../staff/seating.ts'
import { sittingKinds } from '../../staff/sittings.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'

const area = 'Staff: sittings'
const why = z.enum(listNames(unseatedReasons))

const seating = z.object({
  run: uuid(),
  kind: z.enum(listNames(sittingKinds)),
  seed: z.number().int().describe('The same one gives the same seats to the same applications.'),
  rules: seatingRules,
  isCommitted: z.boolean(),
  seated: z.number().int().describe('How many get a seat, or got it.'),
  perSitting: z.array(
    z.object({
      sitting: uuid(),
      label: z.string(),
      venue: z.string(),
      startsAt: isoDateTime,
      capacity: z.number().int(),
      taken: z.number().int().describe('Before this run.'),
      seated: z.number().int().describe('By this run.'),
    }),
  ),
  unseatedCount: z.number().int(),
  unseatedReasons: z.array(z.object({ why, count: z.number().int() })),
  unseated: z
    .array(z.object({ number: z.string(), why }))
    .describe(`The first ${maxNamedUnseated.toLocaleString('en-NG')} of them.`),
})
export type Seating = z.infer<typeof seating>

export const staffSeatingContracts = {
  staffSeats: createListContract(seatList, { area, summary: 'Who sits where, by sitting and seat' }),
  previewSeating: {
    area,
    access: 'staff:sitting:manage',
    scope: 'selection',
    limits: staffLimits.selection,
    summary: 'Show who of a selection would get which seat by these rules; nobody is seated yet',
    body: z.strictObject({
      selection: uuid(),
      sittings: z
        .array(uuid())
        .min(1, 'Choose at least one sitting.')
        .max(maxSeatingSittings, `Choose at most ${maxSeatingSittings} sittings.`),
      rules: seatingRules.prefault({}),
      seed: z.number().int().min(0).max(maxSeed).optional().describe('Drawn when it is left out.'),
    }),
    reply: envelope(seating),
    replyStatus: 201,
  },
  commitSeating: {
    area,
    access: 'staff:sitting:manage',
    scope: 'seating',
    limits: staffLimits.rareChanges,
    summary: 'Seat whom the run finds now; a second time it answers what it did',
    params: z.object({ run: uuid() }),
    reply: envelope(seating),
  },
  moveSeats: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Give the applicants of these seats the lowest free ones of a sitting instead: all of them, or none',
    body: z.strictObject({
      sitting: uuid('Choose a sitting.'),
      seats: z
        .array(uuid())
        .min(1, 'Choose at least one seat.')
        .max(maxMovedSeats, `Choose at most ${maxMovedSeats} seats.`),
      reason: typedReason,
    }),
    reply: envelope(z.object({ moved: z.number().int() })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
