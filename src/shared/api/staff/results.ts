import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { typedExerciseYear as exercise } from '#shared/lists/exercise-year.ts'
import { resultList } from '#shared/lists/results.ts'
import { maxRemark, maxScore, resultColumns, resultObstacles } from '#shared/staff/results.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { describeMaxLength } from '#shared/staff/text-limits.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { listErrorFields } from './list-error.ts'
import { describeMapping } from './mapped-columns.ts'
import { byId, byNumber, seenVersion } from './requests.ts'
import { isSecondPerson } from './second-person.ts'

const area = 'Staff: results'
const count = z.number().int().nonnegative()
const kind = z.enum(listNames(sittingKinds), 'Choose the kind.')
const score = z.coerce
  .number('Enter a score.')
  .min(0, 'Enter a score of 0 or more.')
  .max(maxScore, 'Enter a lower score.')

const mapping = describeMapping(resultColumns)

/** The column of the file for each fact; one that is left out is looked for, `-` says that there is none. */
const uploadQuery = z.object({
  kind,
  exercise,
  ...mapping.shape,
  of: score
    .refine((maximum) => maximum > 0, 'Enter a maximum above 0.')
    .optional()
    .describe('The maximum of lines that have none of their own.'),
})

const checked = z.object({
  headings: z.array(z.string()).describe('Of the file.'),
  mapping: mapping.describe('Which heading stands for what, as it was read; remembered for the next file.'),
  lines: count.describe('Without the headings.'),
  good: count.describe('Results that are new, or differ from what is stored.'),
  same: count.describe('Results that are stored already, and absent applicants without a score.'),
  failed: count,
  replaced: count.describe('Of the good ones: in place of an earlier result, which stays as history.'),
  ...listErrorFields,
})
export type CheckedResults = z.infer<typeof checked>

const group = { scored: count, above: count.describe('With this score or more.') }
const cutOff = z.object({
  ...group,
  lowestMaximum: z.number().describe('Of the counted results; 0 without any.'),
  highestMaximum: z.number().describe('Another than the lowest: equal scores are of different worth.'),
  byTenth: z.array(count).describe('How many reached each tenth of the maximum, from the lowest.'),
  byPost: z.array(z.object({ school: z.string(), department: z.string().nullable(), role: z.string(), ...group })),
  byState: z.array(z.object({ state: z.string(), ...group })),
  byGender: z.array(z.object({ gender: z.enum(['m', 'f']), ...group })),
})
export type CutOff = z.infer<typeof cutOff>

const points = z
  .number('Enter a number.')
  .min(0, 'Enter 0 or more.')
  .max(maxScore, `Enter at most ${maxScore.toLocaleString('en-NG')}.`)
  .multipleOf(0.01, 'Use at most two decimals.')

const entered = z.object({
  score: z.number(),
  maximum: z.number(),
  remark: z.string().nullable(),
  isOfPanel: z.boolean().describe('It is the mean of the sheets of a panel.'),
  by: z.string(),
  at: isoDateTime,
})

const obstacle = z.enum(listNames(resultObstacles)).nullable()

const resultDetails = z.object({
  number: z.string(),
  name: z.string(),
  kind,
  version: z.number().int().describe('Raised by every entry, by taking one back, and by every result; 0 at first.'),
  obstacle: obstacle.describe('Why none can be entered; null when one can.'),
  newest: entered
    .extend({ confirmedBy: z.string().nullable().describe('Null for a result from a file.'), isPublished: z.boolean() })
    .nullable(),
  waiting: entered
    .extend({ isOwn: z.boolean().describe('Of the person who asks, who may take it back.') })
    .nullable()
    .describe('Counts nowhere until another person confirms it.'),
  isArchived: z.boolean(),
  isSecondPerson,
})
export type ResultDetails = z.infer<typeof resultDetails>

const waitingResults = z.object({
  results: z.array(
    entered.extend({
      number: z.string(),
      name: z.string(),
      kind,
      version: z.number().int(),
      replaces: z.object({ score: z.number(), maximum: z.number() }).nullable(),
      obstacle: obstacle.describe('Why it cannot be confirmed any more; null when it can.'),
      isOwn: z.boolean().describe('Of the person who asks, who may take it back.'),
      isSecondPerson,
    }),
  ),
})
export type WaitingResult = z.infer<typeof waitingResults>['results'][number]

export const staffResultContracts = {
  applicantResult: {
    area,
    access: 'staff:result:read',
    scope: 'application',
    limits: staffLimits.reads,
    summary: 'The newest result of an application, and the one that waits to be confirmed',
    params: byNumber,
    query: z.object({ kind }),
    reply: envelope(resultDetails),
  },
  enterResult: {
    area,
    access: 'staff:result:import',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Enter a result by hand, which another person confirms',
    params: byNumber,
    body: z
      .strictObject({
        kind,
        score: points,
        maximum: points.refine((maximum) => maximum > 0, 'Enter a maximum above 0.'),
        remark: z.string().trim().max(maxRemark, describeMaxLength(maxRemark)).default(''),
        version: seenVersion,
      })
      .refine((given) => given.score <= given.maximum, {
        path: ['score'],
        message: 'The score is above the maximum.',
      }),
    reply: envelope(resultDetails),
    replyStatus: 201,
  },
  takeInterviewResult: {
    area,
    access: 'staff:result:import',
    scope: 'seat',
    limits: staffLimits.reviews,
    summary: 'Enter the mean of the sheets of a panel as the result, which another person confirms',
    params: byId,
    body: z.strictObject({ version: seenVersion }),
    reply: envelope(resultDetails),
    replyStatus: 201,
  },
  confirmResult: {
    area,
    access: 'staff:result:confirm',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Confirm the result that another person entered',
    params: byNumber,
    body: z.strictObject({ kind, version: seenVersion }),
    reply: envelope(resultDetails),
    replyStatus: 201,
  },
  takeBackResult: {
    area,
    access: 'staff:result:import',
    scope: 'application',
    limits: staffLimits.reviews,
    summary: 'Take back the own entry that nobody has confirmed yet; it stays as history',
    params: byNumber,
    body: z.strictObject({ kind, version: seenVersion }),
    reply: envelope(resultDetails),
    replyStatus: 201,
  },
  waitingResults: {
    area,
    access: 'staff:result:read',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary:
      'The results that were entered by hand or from the sheets of a panel, and wait for another person, oldest first',
    query: z.object({ exercise }),
    reply: envelope(waitingResults),
  },
  staffResults: createListContract(resultList, {
    area,
    summary: 'The newest result of each applicant, the best first',
  }),
  checkResults: {
    area,
    access: 'staff:result:import',
    scope: 'exercise',
    limits: staffLimits.import,
    summary: 'Check a file of results, CSV or XLSX: multipart, field "file". Changes nothing',
    query: uploadQuery,
    reply: envelope(checked),
  },
  importResults: {
    area,
    access: 'staff:result:import',
    scope: 'exercise',
    limits: staffLimits.import,
    summary: 'Store the right lines of the same file; an earlier result stays as history, and nothing is published',
    query: uploadQuery.extend({
      count: z.coerce.number('Say how many results are stored.').int(),
      replaced: z.coerce
        .number()
        .int()
        .optional()
        .describe('How many of them were said to be in place of an earlier one.'),
    }),
    reply: envelope(checked),
    replyStatus: 201,
  },
  countCutOff: {
    area,
    access: 'staff:result:read',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'How many reach a score, by post, state and gender; changes nothing',
    query: z.object({ kind, exercise, score }),
    reply: envelope(cutOff),
  },
  selectByScore: {
    area,
    access: 'staff:result:read',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'A selection of the shortlisted applications that reach a score',
    body: z.strictObject({ kind, exercise, score }),
    reply: envelope(z.object({ id: uuid(), count, expiresAt: isoDateTime })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
