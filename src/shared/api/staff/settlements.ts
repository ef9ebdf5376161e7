import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { typedExerciseYear as exercise, exerciseYear } from '#shared/lists/exercise-year.ts'
import { reconciliationList } from '#shared/lists/reconciliation.ts'
import { settlementList } from '#shared/lists/settlements.ts'
import { staffDay } from '#shared/staff/day.ts'
import {
  maxSettlementDays,
  settlementColumns,
  settlementFile,
  settlementVerdictNames,
} from '#shared/staff/settlements.ts'
import { envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { createListContract } from './list-contract.ts'
import { listErrorFields } from './list-error.ts'
import { describeMapping } from './mapped-columns.ts'
import { byId } from './requests.ts'

const area = 'Staff: settlements'
const count = z.number().int().nonnegative()
const naira = z.number().nonnegative()
const dayMs = 86_400_000

const mapping = describeMapping(settlementColumns)

/** The column of the file for each fact; one that is left out is looked for, `-` says that there is none. */
const uploadFields = z.object({
  exercise,
  firstDay: staffDay('Enter the first day of payment that the file covers.'),
  lastDay: staffDay('Enter the last day of payment that the file covers.'),
  ...mapping.shape,
})

const orderDays = <T extends { firstDay: string; lastDay: string }>(
  { firstDay, lastDay }: T,
  { addIssue }: z.core.$RefinementCtx<T>,
) => {
  if (lastDay < firstDay)
    addIssue({ code: 'custom', path: ['lastDay'], message: 'The last day is not before the first day.' })
  else if (Date.parse(lastDay) - Date.parse(firstDay) > maxSettlementDays * dayMs)
    addIssue({ code: 'custom', path: ['lastDay'], message: 'A file covers at most a year.' })
}

const sum = z.object({
  count,
  amount: naira.describe('In naira, as the settlement says; for missing there, as Remita confirmed it.'),
})
const sums = z.object(
  Object.fromEntries(settlementVerdictNames.map((verdict) => [verdict, sum])) as Record<
    (typeof settlementVerdictNames)[number],
    typeof sum
  >,
)
export type VerdictSums = z.infer<typeof sums>

const checked = z.object({
  headings: z.array(z.string()).describe('Of the file.'),
  mapping: mapping.describe('Which heading stands for what, as it was read; remembered for the next file.'),
  lines: count.describe('Without the headings and a line with the total.'),
  total: naira.describe('Of all lines, in naira.'),
  newLines: count.describe('That no earlier file has.'),
  newDays: count.describe(
    'That no earlier file of the exercise covers: what is paid on them and lacks is missing there.',
  ),
  unknownRrrs: count.describe('Lines whose RRR this portal never had.'),
  sums: sums.describe('What the lines are, compared with the payments here; empty while the file has errors.'),
  ...listErrorFields,
})
export type CheckedSettlement = z.infer<typeof checked>

const settlement = z.object({
  id: uuid(),
  year: count,
  file: z.string(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  lines: count,
  total: naira,
  importedAt: isoDateTime,
  importedBy: z.string(),
  sums,
})
export type Settlement = z.infer<typeof settlement>

const closing = z.object({
  differences: count.describe('That remained, as the first person saw them.'),
  closedBy: z.string(),
  closedAt: isoDateTime,
  isOwn: z.boolean().describe('Whether the reader closed it: then another person approves.'),
  approvedBy: z.string().nullable(),
  approvedAt: isoDateTime.nullable(),
  isClosed: z.boolean().describe('Not while it waits for the second person.'),
  isChanged: z
    .boolean()
    .describe(
      'Whether sums are others than the first person saw, or differences; of a closed day, whether it has more.',
    ),
})

const reconciledDay = z.object({
  day: z.iso.date(),
  here: naira.describe('Confirmed to this portal, in naira.'),
  settled: naira.describe('Of the lines of settlements, each counted once.'),
  sums,
  differences: count.describe('Whose cases are not brought to an end.'),
  closing: closing.nullable(),
})
export type ReconciledDay = z.infer<typeof reconciledDay>

const seenDay = z.strictObject({
  exercise: exerciseYear,
  differences: count.describe('As the person saw them, and so the sums; compared where they are given.'),
  here: naira.optional(),
  settled: naira.optional(),
})

export const staffSettlementContracts = {
  staffSettlements: createListContract(settlementList, {
    area,
    summary: 'The imported settlements, the newest days first',
  }),
  staffReconciliation: createListContract(reconciliationList, {
    area,
    summary: 'Lines of settlements, and payments that no settlement has, compared with each other',
  }),
  checkSettlement: {
    area,
    access: 'staff:settlement:import',
    scope: 'exercise',
    limits: { ...staffLimits.import, bodyBytes: settlementFile.bytes + 64 * 1024 },
    summary: 'Check a settlement file, CSV or XLSX: multipart, field "file". Changes nothing',
    query: uploadFields.superRefine(orderDays),
    reply: envelope(checked),
  },
  importSettlement: {
    area,
    access: 'staff:settlement:import',
    scope: 'exercise',
    limits: { ...staffLimits.import, bodyBytes: settlementFile.bytes + 64 * 1024 },
    summary: 'Store the same file, and open the cases of what differs. Makes no payment paid',
    query: uploadFields
      .extend({
        count: z.coerce.number('Say how many lines are stored.').int(),
        merchant: z
          .literal('confirmed')
          .optional()
          .describe('Needed when most RRRs are unknown here: the file is of this merchant all the same.'),
      })
      .superRefine(orderDays),
    reply: envelope(checked.extend({ id: uuid() })),
    replyStatus: 201,
  },
  staffSettlement: {
    area,
    access: 'staff:settlement:import',
    scope: 'settlement',
    limits: staffLimits.reads,
    summary: 'A settlement with its sums, which add up to the total of the file',
    params: byId,
    reply: envelope(settlement),
  },
  reconciledDays: {
    area,
    access: 'staff:settlement:import',
    scope: 'exercise',
    limits: staffLimits.reads,
    summary: 'Payments and settlements by day, the newest first',
    query: z.object({ exercise, day: staffDay().optional().describe('Only this one.') }),
    reply: envelope(z.object({ days: z.array(reconciledDay), asOf: isoDateTime })),
  },
  closeDay: {
    area,
    access: 'staff:settlement:import',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Close a day; while differences remain, a second person approves it',
    params: z.object({ day: staffDay() }),
    body: seenDay,
    reply: envelope(reconciledDay),
  },
  approveClosedDay: {
    area,
    access: 'staff:settlement:import',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'As the second person, close a day with the differences that remain',
    params: z.object({ day: staffDay() }),
    body: seenDay,
    reply: envelope(reconciledDay),
  },
} as const satisfies Record<string, StaffContract>
