// What does not add up about money in an exercise, until somebody or Remita settles it. No names and no bank details.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { moneyCaseKinds, moneyCaseStates } from '../staff/money-cases.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const naira = z.number().nonnegative()

export const moneyCaseList = describeList({
  name: 'cases',
  label: 'Money cases',
  noun: 'money cases',
  reading: 'money_cases_listed',
  permission: 'case:read',
  row: z.object({
    id: uuid(),
    kind: z.enum(listNames(moneyCaseKinds)),
    rrr: z.string(),
    userId: z.string().nullable().describe('Null while the RRR of a settlement is unknown here.'),
    amount: naira.describe('What is at stake, in naira: a refund is at most this.'),
    state: z.enum(listNames(moneyCaseStates)),
    openedAt: moment,
    proposedBy: z.string().nullable().describe('Who proposed the refund or the write-off.'),
    refund: naira.nullable(),
  }),
  columns: {
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: moneyCaseKinds }),
    rrr: column({ label: 'RRR', kind: 'text' }),
    userId: column({ label: 'User ID', kind: 'text', personal: true }),
    amount: column({ label: 'Amount (₦)', kind: 'money' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: moneyCaseStates }),
    opened: column({ label: 'Opened', kind: 'day', filter: 'between', sortable: true }),
    proposed: column({ label: 'Proposed by', kind: 'text' }),
    refund: column({ label: 'Refund (₦)', kind: 'money' }),
  },
  defaultColumns: ['kind', 'rrr', 'userId', 'amount', 'state', 'opened', 'proposed', 'refund'],
  defaultOrder: '-opened',
  search: {
    hint: 'RRR or user ID',
    takes: 'A whole RRR, also with spaces, or a whole user ID.',
    max: 100,
  },
  exercise: 'current',
  furtherFilters: {
    by: z.enum(['others']).optional().describe('Not proposed by the reader.'),
  },
  furtherLabels: { by: () => 'Proposed by others' },
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type ListedMoneyCase = RowOf<typeof moneyCaseList>
