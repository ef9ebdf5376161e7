import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { resultList } from '#shared/lists/results.ts'
import { maxScore, resultColumns } from '#shared/staff/results.ts'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { listErrorFields } from './list-error.ts'

const area = 'Staff: results'
const count = z.number().int().nonnegative()
const kind = z.enum(listNames(sittingKinds), 'Choose the kind.')
const exercise = z.coerce.number('Name the exercise.').int()
const score = z.coerce
  .number('Enter a score.')
  .min(0, 'Enter a score of 0 or more.')
  .max(maxScore, 'Enter a lower score.')
const heading = z.string().trim().max(200)

const mapping = z.object(
  Object.fromEntries(resultColumns.map((column) => [column, heading.optional()])) as Record<
    (typeof resultColumns)[number],
    z.ZodOptional<typeof heading>
  >,
)

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
  byTenth: z.array(count).describe('How many reached each tenth of the maximum, from the lowest.'),
  byPost: z.array(z.object({ school: z.string(), department: z.string().nullable(), role: z.string(), ...group })),
  byState: z.array(z.object({ state: z.string(), ...group })),
  byGender: z.array(z.object({ gender: z.enum(['m', 'f']), ...group })),
})
export type CutOff = z.infer<typeof cutOff>

export const staffResultContracts = {
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
    query: uploadQuery.extend({ count: z.coerce.number('Say how many results are stored.').int() }),
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
    reply: envelope(z.object({ id: z.uuid(), count, expiresAt: isoDateTime })),
    replyStatus: 201,
  },
} as const satisfies Record<string, StaffContract>
