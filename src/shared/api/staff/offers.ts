import { z } from 'zod'
import {
  finalOutcomeNames,
  maxAnswerDays,
  maxOutcomesAtOnce,
  maxReserveRank,
  offerStateNames,
  outcomeObstacleNames,
} from '#shared/decisions/offers.ts'
import { uuid } from '#shared/format/uuid.ts'
import { offerList } from '#shared/lists/offers.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { byNumber, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'

const area = 'Staff: offers'
const selection = uuid('Make a selection first.')
const obstacle = z.enum(outcomeObstacleNames)

const until = z.iso
  .datetime({ offset: true, error: 'Choose the date and the hour until which the offer can be answered.' })
  .describe(`Until when the offer can be answered: in the future, within ${maxAnswerDays} days.`)
const rank = z
  .number('Enter the rank on the reserve list as a whole number.')
  .int('Enter the rank on the reserve list as a whole number.')
  .min(1, 'The first rank is 1.')
  .max(maxReserveRank, `The last rank is ${maxReserveRank.toLocaleString('en-NG')}.`)

const details = z.object({
  number: z.string(),
  version: z.number().int().describe('0 while nothing is recorded.'),
  isArchived: z.boolean(),
  obstacle: obstacle.nullable().describe('Why the application can get no outcome; null when it can.'),
  isConfirmed: z.boolean().describe('Another person has confirmed what is recorded.'),
  isSecondPerson,
  post: z.object({
    role: z.string(),
    school: z.string(),
    department: z.string().nullable(),
    vacancies: z.number().int().nullable().describe('Null when the settings do not say it: nobody can be selected.'),
    taken: z.number().int().describe('By those who are selected, and by offers that are open or accepted.'),
  }),
  records: z
    .array(
      z.object({
        id: uuid(),
        outcome: z.enum(finalOutcomeNames),
        rank: z.number().int().nullable(),
        until: isoDateTime.nullable(),
        recordedBy: z.string(),
        recordedAt: isoDateTime,
        confirmedBy: z.string().nullable(),
        confirmedAt: isoDateTime.nullable(),
        isPublished: z.boolean().describe('The applicant sees it.'),
        isNewest: z.boolean().describe('It counts; the others are history.'),
      }),
    )
    .describe('Newest first.'),
  offer: z
    .object({
      state: z.enum(offerStateNames),
      until: isoDateTime,
      offeredAt: isoDateTime,
      settledAt: isoDateTime.nullable(),
    })
    .nullable(),
  next: z
    .object({ number: z.string(), name: z.string(), rank: z.number().int(), version: z.number().int() })
    .nullable()
    .describe('The first of the reserve list of the post, once this offer has ended.'),
})
export type FinalOutcomeDetails = z.infer<typeof details>

const counts = z.object({
  done: z.number().int(),
  leftOut: z.array(z.object({ number: z.string(), why: obstacle })),
})
export type OutcomeCounts = z.infer<typeof counts>

export const staffOfferContracts = {
  staffOffers: createListContract(offerList, { area, summary: 'The offers of an exercise, newest first' }),
  finalOutcome: {
    area,
    access: 'staff:offer:read',
    scope: 'application',
    limits: staffLimits.reads,
    summary: 'What becomes of an application at the end: what is recorded, confirmed and published, and its offer',
    params: byNumber,
    reply: envelope(details),
  },
  recordOutcome: {
    area,
    access: 'staff:offer:decide',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Record the final outcome of an application, which another person confirms',
    params: byNumber,
    body: z
      .strictObject({
        outcome: z.enum(finalOutcomeNames, 'Choose selected, reserve or unsuccessful.'),
        rank: rank.optional().describe('Of a reserve, within its post.'),
        until: until.optional(),
        version: seenVersion,
      })
      .superRefine(({ outcome, rank: given, until: end }, { addIssue }) => {
        if (outcome === 'reserve' && given === undefined)
          addIssue({ code: 'custom', path: ['rank'], message: 'Enter the rank on the reserve list as a whole number.' })
        if (outcome === 'selected' && end === undefined)
          addIssue({
            code: 'custom',
            path: ['until'],
            message: 'Choose the date and the hour until which the offer can be answered.',
          })
      }),
    reply: envelope(details),
    replyStatus: 201,
  },
  confirmOutcome: {
    area,
    access: 'staff:offer:decide',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Confirm the final outcome that another person recorded',
    params: byNumber,
    body: z.strictObject({ version: seenVersion }),
    reply: envelope(details),
    replyStatus: 201,
  },
  recordOutcomes: {
    area,
    access: 'staff:offer:decide',
    scope: 'selection',
    limits: staffLimits.selection,
    summary: `Record one final outcome for a selection of at most ${maxOutcomesAtOnce.toLocaleString('en-NG')}; a reserve has a rank, and is recorded alone`,
    body: z
      .strictObject({
        selection,
        outcome: z.enum(['selected', 'unsuccessful'], 'Choose selected or unsuccessful.'),
        until: until.optional(),
      })
      .refine(({ outcome, until: end }) => outcome !== 'selected' || end !== undefined, {
        path: ['until'],
        message: 'Choose the date and the hour until which the offer can be answered.',
      }),
    reply: envelope(counts),
    replyStatus: 201,
  },
  confirmOutcomes: {
    area,
    access: 'staff:offer:decide',
    scope: 'selection',
    limits: staffLimits.selection,
    summary: 'Confirm one final outcome where other persons recorded it for a selection, before that was made',
    body: z.strictObject({ selection, outcome: z.enum(finalOutcomeNames, 'Choose the outcome to confirm.') }),
    reply: envelope(counts),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
