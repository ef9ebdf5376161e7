// Refunds that two persons have agreed on, for the accounts department that pays them out. No names and no bank details:
// it asks the payer for them itself.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { moneyCaseKinds, refundStates } from '../staff/money-cases.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

export const refundList = describeList({
  name: 'refunds',
  label: 'Refunds',
  noun: 'refunds',
  reading: 'refunds_listed',
  permission: 'case:read',
  row: z.object({
    id: uuid().describe('Of the case.'),
    rrr: z.string(),
    userId: z.string().nullable(),
    kind: z.enum(listNames(moneyCaseKinds)),
    refund: z.number().nonnegative(),
    state: z.enum(listNames(refundStates)),
    approvedAt: moment,
    refundedOn: z.iso.date().nullable(),
    reference: z.string().nullable(),
  }),
  columns: {
    rrr: column({ label: 'RRR', kind: 'text' }),
    userId: column({ label: 'User ID', kind: 'text', personal: true }),
    kind: column({ label: 'Kind', kind: 'choice', filter: 'oneOf', options: moneyCaseKinds }),
    refund: column({ label: 'Amount (₦)', kind: 'money' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: refundStates }),
    approved: column({ label: 'Approved', kind: 'day', filter: 'between', sortable: true }),
    paidOut: column({ label: 'Paid out', kind: 'day' }),
    reference: column({ label: 'Reference', kind: 'text' }),
  },
  defaultColumns: ['rrr', 'userId', 'kind', 'refund', 'state', 'approved', 'paidOut', 'reference'],
  defaultOrder: '-approved',
  search: {
    hint: 'RRR or user ID',
    takes: 'A whole RRR, also with spaces, or a whole user ID.',
    max: 100,
  },
  exercise: 'current',
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type RefundRow = RowOf<typeof refundList>
