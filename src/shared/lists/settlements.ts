// The files of the bank and of Remita that were imported.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const count = z.number().int()
/** Whether somebody still works on a case of its lines. */
const settlementCaseStates = { open: 'Some open', ended: 'None open' } as const

export const settlementList = describeList({
  name: 'settlements',
  label: 'Settlements',
  noun: 'settlements',
  permission: 'settlement:import',
  row: z.object({
    id: uuid(),
    file: z.string(),
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
    lines: count,
    total: z.number().nonnegative().describe('In naira.'),
    openCases: count.describe('Cases of its lines that nobody has brought to an end.'),
    importedAt: moment,
    importedBy: z.string(),
  }),
  columns: {
    days: column({ label: 'Days of payment', kind: 'day', filter: 'between', sortable: true }),
    file: column({ label: 'File', kind: 'text' }),
    lines: column({ label: 'Lines', kind: 'number' }),
    total: column({ label: 'Total (₦)', kind: 'money' }),
    openCases: column({ label: 'Open cases', kind: 'number' }),
    cases: column({ label: 'Cases', kind: 'choice', filter: 'oneOf', options: settlementCaseStates }),
    imported: column({ label: 'Imported', kind: 'day' }),
    importedBy: column({ label: 'By', kind: 'text' }),
  },
  defaultColumns: ['days', 'file', 'lines', 'total', 'openCases', 'imported', 'importedBy'],
  defaultOrder: '-days',
  search: { hint: 'A part of the name of the file', takes: 'A part of the name of the file.', max: 100 },
  exercise: 'current',
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type SettlementRow = RowOf<typeof settlementList>
