import { z } from 'zod'
import { listNames } from '#shared/format/labels.ts'
import { uuid } from '#shared/format/uuid.ts'
import { isPersonalExport, listExportColumns } from '#shared/lists/exports/export-columns.ts'
import { exportFailures } from '#shared/lists/exports/export-failures.ts'
import {
  exportedLists,
  exportFormatNames,
  exportStates,
  getExportedList,
  listFormats,
} from '#shared/lists/exports/exported-lists.ts'
import { typedReason } from '../../../staff/reasons.ts'
import { emptyData, envelope, isoDateTime } from '../../contract.ts'
import type { StaffContract } from '../contract.ts'
import { staffLimits } from '../limits.ts'
import { byId } from '../requests.ts'
import { chosenApplicantsShape } from './chosen-applicants.ts'

const count = z.number().int().nonnegative()

const listFilters: ReadonlyMap<string, z.ZodType> = new Map(
  exportedLists.map((name) => {
    const chosen = name === 'applicants' ? chosenApplicantsShape : {}
    return [name, z.strictObject({ ...getExportedList(name).filterShape, ...chosen })]
  }),
)

const chosenApplicants = z.object(chosenApplicantsShape)

/** The filter of the list, and which of its applicants were chosen. */
function splitChosen({ userIds, except, ...filter }: Readonly<Record<string, string | number | string[]>>) {
  return { filter: filter as Record<string, string | number>, chosen: chosenApplicants.parse({ userIds, except }) }
}

const request = z
  .strictObject({
    of: z.enum(exportedLists).describe('The list.'),
    filter: z
      .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
      .optional()
      .describe(
        "As in the list's query, without its pages; without a filter, all of it. For applicants also `userIds` or `except`, as in a mailing.",
      ),
    selection: uuid().optional().describe('A frozen selection, in place of a filter.'),
    columns: z
      .array(z.string().max(100))
      .max(300)
      .default([])
      .describe(
        'Keys of columns. A list of the form, such as `publication`, is a sheet in a workbook. Slips take none.',
      ),
    format: z.enum(exportFormatNames),
    reason: typedReason,
  })
  .superRefine(({ of, format, columns, filter, selection }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (!listFormats(of).includes(format)) refuse('format', 'Only applications have slips.')
    const checked = listFilters.get(of)?.safeParse(filter ?? {})
    for (const issue of checked?.error?.issues ?? [])
      context.issues.push({
        ...issue,
        path: ['filter', ...issue.path],
        input: filter,
      } as (typeof context.issues)[number])
    const known = listExportColumns(of)
    const unknown = columns.find((key) => !Object.hasOwn(known, key))
    if (unknown !== undefined) refuse('columns', `There is no column ${unknown}.`)
    if (selection && filter) refuse('selection', 'Send a filter or a selection.')
    if (selection && of !== 'applications') refuse('selection', 'A selection holds applications.')
    if (columns.length === 0 && format !== 'zip-pdf') refuse('columns', 'Choose at least one column.')
  })
  .transform(({ filter: sent = {}, ...rest }) => ({
    ...rest,
    ...splitChosen(sent),
    isPersonal: isPersonalExport(rest.of, rest.format, rest.columns),
  }))
export type ExportRequest = z.output<typeof request>

const registeredExport = z.object({
  id: uuid(),
  list: z.enum(exportedLists).describe('Which list was exported.'),
  exercise: z.number().int().nullable().describe('The year; null for a list of all exercises.'),
  filter: z.record(z.string(), z.string()),
  selection: uuid().nullable(),
  chosen: count.nullable().describe('Applicants who were chosen one by one; null for all that match.'),
  except: count.describe('Applicants who were left out one by one.'),
  columns: z.array(z.string()),
  format: z.enum(exportFormatNames),
  personal: z.boolean().describe('Whether it holds personal data.'),
  reason: z.string(),
  state: z.enum(exportStates),
  done: count.describe('Steps of the work that are done.'),
  total: count.nullable().describe('Steps in all; null until they are counted.'),
  rows: count.nullable().describe('Rows of the file, of one snapshot of the list; null until it is ready.'),
  bytes: count.nullable(),
  sha256: z.string().nullable().describe('Of the file, in hexadecimal digits.'),
  failure: z.enum(listNames(exportFailures)).nullable().describe('Why it failed.'),
  downloads: count,
  madeBy: z.string(),
  own: z.boolean().describe('Only the person who made it can download or cancel it.'),
  madeAt: isoDateTime,
  finishedAt: isoDateTime.nullable(),
  expiresAt: isoDateTime.nullable().describe('When the file is removed. What stands here stays.'),
})
export type RegisteredExport = z.infer<typeof registeredExport>

export const staffExportContracts = {
  makeExport: {
    area: 'Exports',
    access: 'staff:export:make',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary:
      'Make a file of a list, in the background. One at a time for each person; with personal data only after a fresh sign-in',
    body: request,
    reply: envelope(z.object({ id: uuid() })),
    replyStatus: 201,
  },
  staffExports: {
    area: 'Exports',
    access: 'staff:export:read',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'The register of exports, newest first; of those with limited roles, their own',
    query: z.strictObject({
      after: uuid().optional().describe('`next` of the page before.'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: envelope(z.object({ rows: z.array(registeredExport), next: uuid().nullable() })),
  },
  staffExport: {
    area: 'Exports',
    access: 'staff:export:read',
    scope: 'export',
    limits: staffLimits.reads,
    summary: 'One export, with its progress',
    params: byId,
    reply: envelope(registeredExport),
  },
  exportContent: {
    area: 'Exports',
    access: 'staff:export:make',
    scope: 'export',
    limits: staffLimits.reads,
    summary: 'The file, for the person who made it, within a day; recorded in the audit log',
    params: byId,
  },
  cancelExport: {
    area: 'Exports',
    access: 'staff:export:make',
    scope: 'export',
    limits: staffLimits.rareChanges,
    summary: 'Stop an own export that is not ready yet',
    params: byId,
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
