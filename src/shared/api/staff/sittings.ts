import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../../format/labels.ts'
import { sittingList } from '../../lists/sittings.ts'
import { optionalReason } from '../../staff/reasons.ts'
import { maxNamedClashes } from '../../staff/seating.ts'
import { sittingDetails, sittingMove, sittingStates, sittingSteps, venueDetails } from '../../staff/sittings.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byId, seenVersion } from './requests.ts'

const area = 'Staff: sittings'
const year = z.coerce.number().int().min(2000).max(2100)
const byYear = z.object({ year })

const venue = venueDetails.extend({ id: uuid(), version: z.number().int() })
export type Venue = z.infer<typeof venue>

const sitting = z.object({
  id: uuid(),
  exercise: z.number().int(),
  isArchived: z.boolean().describe('Nothing of an archived exercise changes.'),
  kind: sittingList.row.shape.kind,
  label: z.string(),
  venue,
  reportsAt: isoDateTime,
  startsAt: isoDateTime,
  endsAt: isoDateTime,
  capacity: z.number().int(),
  seated: z.number().int().describe('How many seats are taken.'),
  unpublished: z.number().int().describe('How many applicants do not read yet that they have, or lost, a seat in it.'),
  clashCount: z.number().int().describe('How many applicants have a sitting of the other kind at that time.'),
  clashes: z
    .array(z.object({ number: z.string(), sitting: uuid(), label: z.string(), venue: z.string() }))
    .describe(`The first ${maxNamedClashes} of them, each with the other sitting.`),
  state: z.enum(listNames(sittingStates)),
  reason: z.string().nullable().describe('Why it was cancelled, or moved.'),
  movedFrom: uuid().nullable().describe('The sitting whose applicants it has taken over.'),
  movedTo: uuid().nullable(),
  version: z.number().int(),
  madeBy: z.string(),
  madeAt: isoDateTime,
})
export type Sitting = z.infer<typeof sitting>

export const staffSittingContracts = {
  venues: {
    area,
    access: 'staff:sitting:read',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'The venues of an exercise, by state and name',
    params: byYear,
    reply: envelope(z.object({ venues: z.array(venue) })),
  },
  addVenue: {
    area,
    access: 'staff:sitting:manage',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Add a venue, whose name is of one venue alone',
    params: byYear,
    body: z.strictObject(venueDetails.shape),
    reply: envelope(venue),
    replyStatus: 201,
  },
  changeVenue: {
    area,
    access: 'staff:sitting:manage',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Change a venue, or offer it no longer for new sittings',
    params: byYear.extend({ id: uuid() }),
    body: z.strictObject({ ...venueDetails.shape, version: seenVersion }),
    reply: envelope(venue),
  },
  staffSittings: createListContract(sittingList, {
    area,
    summary: 'The sittings of an exercise, the next one first',
  }),
  addSitting: {
    area,
    access: 'staff:sitting:manage',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Add a sitting at a venue',
    body: sittingDetails.safeExtend({ exercise: year }),
    reply: envelope(sitting),
    replyStatus: 201,
  },
  sitting: {
    area,
    access: 'staff:sitting:read',
    scope: 'sitting',
    limits: staffLimits.reads,
    summary: 'One sitting',
    params: byId,
    reply: envelope(sitting),
  },
  changeSitting: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Change an open sitting',
    params: byId,
    body: sittingDetails.safeExtend({ version: seenVersion }),
    reply: envelope(sitting),
  },
  moveSitting: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Move a whole sitting to another time or place, each applicant with the number of the seat',
    params: byId,
    body: sittingMove.extend({ version: seenVersion }),
    reply: envelope(sitting.describe('The new one; the former is cancelled.')),
    replyStatus: 201,
  },
  stepSitting: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Lock a sitting against changes, unlock it, or cancel it for a reason',
    params: byId,
    body: z.strictObject({
      step: z.enum(sittingSteps),
      reason: optionalReason.default(''),
      version: seenVersion,
    }),
    reply: envelope(sitting),
  },
} as const satisfies Record<string, StaffContract>
