import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import {
  criterionScores,
  interviewStates,
  maxSheetNote,
  panelDetails,
  scoreCriteria,
  sheetObstacles,
  slotMinutes,
  slotObstacles,
} from '#shared/staff/interviews.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import { listNames } from '../../format/labels.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { byId, seenDigest, seenVersion } from './requests.ts'

const area = 'Staff: interviews'
const byPanel = byId.extend({ panel: uuid() })
const count = z.number().int()
const person = z.object({ id: uuid(), name: z.string() })
const startsAt = z.iso.datetime({ offset: true, error: 'Enter the date and time of the interview.' })
const wrongMinutes = `Enter a whole number of minutes from ${slotMinutes.min} to ${slotMinutes.max}.`

const afterAll = 'Null until all of the panel have handed in their sheets.'
const mean = z.number().nullable().describe(afterAll)

const panels = z.object({
  panels: z.array(
    z.object({
      id: uuid(),
      name: z.string(),
      members: z.array(person).describe('By name.'),
      sheets: count.describe('How many sheets its members have handed in: with the first one the members are final.'),
      version: count,
    }),
  ),
  slots: z
    .array(
      z.object({
        seat: uuid(),
        seatNumber: count,
        number: z.string(),
        name: z.string(),
        panel: uuid().nullable().describe('Null while the applicant has no time.'),
        startsAt: isoDateTime.nullable(),
        expected: count.describe('Sheets: members who are recused from the application hand in none.'),
        handedIn: count,
        mean: mean.describe(`Of the totals, for those who read results. ${afterAll}`),
      }),
    )
    .describe('By time, those without one last.'),
  digest: z.string().describe('SHA-256 over the times that are listed.'),
  maximum: count.describe('What a sheet can reach.'),
  candidates: z.array(person).nullable().describe('Who can be a member; null for those who arrange nothing.'),
})
export type InterviewPanels = z.infer<typeof panels>

const arranged = z.object({
  arranged: count,
  left: z.array(z.object({ number: z.string(), why: z.enum(listNames(slotObstacles)) })),
})
export type ArrangedSlots = z.infer<typeof arranged>

const sheet = z.object({
  scores: criterionScores,
  total: count,
  note: z.string().nullable(),
  handedInAt: isoDateTime,
})

const interview = z.object({
  seat: uuid(),
  sitting: z.object({ id: uuid(), label: z.string(), venue: z.string() }),
  panel: z.string(),
  startsAt: isoDateTime,
  number: z.string(),
  name: z.string(),
  school: z.string(),
  department: z.string().nullable(),
  role: z.string(),
  members: z
    .array(z.object({ name: z.string(), hasHandedIn: z.boolean() }))
    .describe('Without those who are recused from the application.'),
  criteria: scoreCriteria,
  isMember: z.boolean(),
  obstacle: z.enum(listNames(sheetObstacles)).nullable().describe('Why the reader cannot hand in a sheet.'),
  own: sheet.nullable(),
  sheets: z
    .array(sheet.extend({ name: z.string() }))
    .nullable()
    .describe(afterAll),
  summary: z
    .object({
      mean: z.number(),
      lowest: count,
      highest: count,
      deviation: z.number().describe('The standard deviation of the totals.'),
    })
    .nullable()
    .describe(afterAll),
})
export type Interview = z.infer<typeof interview>

const ownInterviews = z.object({
  interviews: z.array(
    z.object({
      seat: uuid(),
      number: z.string(),
      name: z.string(),
      role: z.string(),
      startsAt: isoDateTime,
      sitting: z.string(),
      venue: z.string(),
      panel: z.string(),
      state: z.enum(listNames(interviewStates)),
    }),
  ),
})
export type OwnInterviews = z.infer<typeof ownInterviews>

export const staffInterviewContracts = {
  panels: {
    area,
    access: 'staff:sitting:read',
    scope: 'sitting',
    limits: staffLimits.reads,
    summary: 'The panels of an interview, and when each of them sees whom',
    params: byId,
    reply: envelope(panels),
  },
  addPanel: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Add a panel to an interview',
    params: byId,
    body: panelDetails,
    reply: envelope(panels),
    replyStatus: 201,
  },
  changePanel: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Change the name of a panel, and its members while none has handed in a sheet',
    params: byPanel,
    body: panelDetails.extend({ version: seenVersion }),
    reply: envelope(panels),
  },
  removePanel: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary: 'Remove a panel that has no times',
    params: byPanel,
    reply: envelope(panels),
  },
  arrangeSlots: {
    area,
    access: 'staff:sitting:manage',
    scope: 'sitting',
    limits: staffLimits.rareChanges,
    summary:
      'Give applicants without a time one, by seat, at the panel that is free first and from which nobody is recused',
    params: byId,
    body: z.strictObject({
      minutes: z
        .number(wrongMinutes)
        .int(wrongMinutes)
        .min(slotMinutes.min, wrongMinutes)
        .max(slotMinutes.max, wrongMinutes),
      anew: z.boolean().default(false).describe('All times without a sheet are given anew.'),
      seen: seenDigest
        .optional()
        .describe('Of the times that the person saw; compared where it is given and all are given anew.'),
    }),
    reply: envelope(arranged),
    replyStatus: 201,
  },
  changeSlot: {
    area,
    access: 'staff:sitting:manage',
    scope: 'seat',
    limits: staffLimits.rareChanges,
    summary: 'Choose the panel and the time of one applicant, while no sheet is handed in',
    params: byId,
    body: z.strictObject({
      panel: uuid('Choose a panel.'),
      startsAt,
      seen: z
        .object({ panel: uuid(), startsAt: isoDateTime })
        .nullish()
        .describe('Panel and time that the person saw, null for none; compared where it is given.'),
    }),
    reply: envelope(panels),
  },
  interviews: {
    area,
    access: 'staff:interview:score',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'The interviews of the own panels in an exercise, by time',
    query: z.strictObject({
      exercise: typedExerciseYear.optional().describe('The year; the current exercise by default.'),
    }),
    reply: envelope(ownInterviews),
  },
  interview: {
    area,
    access: 'staff:interview:read',
    scope: 'seat',
    limits: staffLimits.reads,
    summary: 'One interview with the own sheet; those of the others once all are in',
    params: byId,
    reply: envelope(interview),
  },
  handInSheet: {
    area,
    access: 'staff:interview:score',
    scope: 'seat',
    limits: staffLimits.reviews,
    summary: 'Hand in the own score sheet, which is final',
    params: byId,
    body: z.strictObject({
      scores: criterionScores,
      note: z.string().trim().max(maxSheetNote, describeMaxLength(maxSheetNote)).default(''),
    }),
    reply: envelope(interview),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
