import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import { listsWithStages } from '../../../lists/home-lists.ts'
import { moment } from '../../../lists/list.ts'
import { staffLists } from '../../../lists/lists.ts'
import { firstStepNames } from '../../../staff/first-steps.ts'
import { envelope } from '../../contract.ts'
import { cappedCount, type StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'

const filteredList = z.object({
  list: z.enum(listNames(staffLists)),
  label: z.string(),
  query: z.record(z.string(), z.string()).describe('The filters and the order of the list.'),
})

const since = moment.nullable().describe('Since when the oldest waits; null when none does, or nobody knows.')
const count = z.number().int()

const waits = (whom: string) => z.object({ count, since }).nullable().describe(whom)

const counts = z.object({
  counts: z.array(filteredList.extend({ count: cappedCount, since })).describe('What waits for the person.'),
  settings: waits('Changes of the settings that the person can approve; null for those who approve none.'),
  results: waits('Results that the person can confirm; null for those who confirm none.'),
  interviews: waits(
    'Interviews whose time has come and that lack the sheet of the person; null for those who score none.',
  ),
  days: waits(
    'Days of payments, closed with differences, that the person can approve; null for those who approve none.',
  ),
  progress: z
    .array(filteredList.extend({ count }))
    .describe('How many applicants have come how far. Each step includes those who went further.'),
  firstSteps: z
    .object({
      administrators: count,
      officers: count.describe('Registry officers and chairs: those who approve publications.'),
      reviewers: count,
      done: z.array(z.enum(firstStepNames)),
    })
    .nullable()
    .describe('What leads to the first publication; null once all is done, and for those who read no settings.'),
  administrators: cappedCount.nullable().describe('Those who are active; null for those who do not manage the staff.'),
  backup: z
    .object({
      newest: z.object({ at: moment, isRestored: z.boolean() }).nullable().describe('Null before the first drill.'),
      restored: z
        .object({ madeAt: moment, rows: count, files: count })
        .nullable()
        .describe('The newest backup that a drill has restored, with what it compared.'),
    })
    .nullable()
    .describe('What the drills say about the backups; null for those who do not manage the staff.'),
})
export type HomeCounts = z.infer<typeof counts>

const stageTotal = z.object({ stage: z.string(), count })
export type StageTotal = z.infer<typeof stageTotal>

const exercise = typedExerciseYear.optional().describe('The year; the current exercise by default.')

export const staffCountContracts = {
  staffCounts: {
    area: 'Staff',
    access: 'staff',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'What waits for the person, as counts of lists, since when, and how far the exercise is',
    query: z.strictObject({ exercise }),
    reply: envelope(counts),
  },
  staffStages: {
    area: 'Staff',
    access: 'staff',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'How many rows of a list are at each stage; none for those who may not know it',
    query: z.strictObject({ list: z.enum(listNames(listsWithStages)), exercise }),
    reply: envelope(z.object({ stages: z.array(stageTotal) })),
  },
} as const satisfies Record<string, StaffContract>
