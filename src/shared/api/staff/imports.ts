import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { typedExerciseYear } from '#shared/lists/exercise-year.ts'
import {
  type AccountListColumn,
  accountListColumns,
  maxCell,
  optionalAccountListColumns,
} from '#shared/staff/account-list.ts'
import { importStates } from '#shared/staff/imports.ts'
import { emptyData, envelope, isoDateTime } from '../contract.ts'
import type { StaffContract } from './contract.ts'
import { staffLimits } from './limits.ts'
import { type listError, listErrorFields } from './list-error.ts'
import { byId } from './requests.ts'

const byExercise = typedExerciseYear.optional()
const count = z.number().int().nonnegative()

const listedImport = z.object({
  id: uuid(),
  kind: z.literal('accounts'),
  exercise: z.number().int().describe('The year.'),
  name: z.string().describe('Of the file.'),
  state: z.enum(importStates),
  lines: count.describe('Without the headings.'),
  good: count.describe('Lines that will issue, or have issued, an account.'),
  same: count.describe('Lines of applicants who have the same account already.'),
  failed: count.describe('Lines with an error.'),
  applied: count.describe('Accounts issued so far.'),
  madeBy: z.string(),
  madeAt: isoDateTime,
  appliedAt: isoDateTime.nullable(),
})
export type ListedImport = z.infer<typeof listedImport>

export type ImportError = z.infer<typeof listError>

const checkedImport = listedImport.extend({
  ...listErrorFields,
  userId: z.string().nullable().describe('Of the account, once that of a list of one line is issued.'),
})
export type CheckedImport = z.infer<typeof checkedImport>

const cell = z.string().trim().max(maxCell, 'is too long')
/** The cells of one line, by column; those of the list that may be left out there may be left out here. */
const cells = Object.fromEntries(
  accountListColumns.map((column) => [column, optionalAccountListColumns.includes(column) ? cell.default('') : cell]),
) as Record<AccountListColumn, typeof cell>

export const staffImportContracts = {
  staffImports: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'list',
    limits: staffLimits.reads,
    summary: 'The lists that were uploaded, newest first',
    query: z.object({ exercise: byExercise.describe('The year; all by default.') }),
    reply: envelope(z.object({ rows: z.array(listedImport) })),
  },
  uploadImport: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'exercise',
    limits: staffLimits.import,
    summary: 'Check a list of applicants, CSV or XLSX: multipart, field "file". Nothing is issued yet',
    query: z.object({
      kind: z.literal('accounts'),
      exercise: byExercise.describe('The year for which the accounts are issued; the current exercise by default.'),
    }),
    reply: envelope(checkedImport),
    replyStatus: 201,
  },
  checkApplicant: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'exercise',
    limits: staffLimits.rareChanges,
    summary: 'Check one applicant as a list of one line; what is wrong is said by field. Nothing is issued yet',
    query: z.object({ exercise: byExercise.describe('As of a list.') }),
    body: z.strictObject(cells),
    reply: envelope(checkedImport),
    replyStatus: 201,
  },
  staffImport: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'import',
    limits: staffLimits.reads,
    summary: 'A list with its state, counts and errors',
    params: byId,
    reply: envelope(checkedImport),
  },
  importErrors: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'import',
    limits: staffLimits.reads,
    summary: 'The lines with an error as CSV, with the reasons in a column; corrected, it can be uploaded',
    params: byId,
  },
  applyImport: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'import',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Issue the accounts of a checked list, in the background',
    params: byId,
    body: z.object({ count: z.number('Type how many accounts will be issued.').int() }),
    reply: envelope(checkedImport),
  },
  discardImport: {
    area: 'Imports',
    access: 'staff:account:issue',
    scope: 'import',
    fresh: true,
    limits: staffLimits.rareChanges,
    summary: 'Discard a checked list, or take back the accounts of an applied one while nobody has used theirs',
    params: byId,
    query: z.object({
      state: z.enum(importStates).optional().describe('As the person saw it; refused in another one.'),
    }),
    reply: envelope(emptyData),
  },
} as const satisfies Record<string, StaffContract>
