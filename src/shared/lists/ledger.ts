// The ledger: for each day, channel and account, what was debited and credited.
import { z } from 'zod'
import { listNames } from '../format/labels.ts'
import { ledgerAccounts } from '../staff/ledger.ts'
import { column } from './column.ts'
import { describeList, type RowOf } from './list.ts'
import { channelChoices } from './payments.ts'

const naira = z.number().nonnegative()

export const ledgerList = describeList({
  name: 'ledger',
  label: 'Ledger',
  noun: 'entries',
  permission: 'money:export',
  row: z.object({
    id: z.string(),
    day: z.iso.date().describe('In Nigeria.'),
    channel: z.string().describe('As Remita names it; empty where it does not.'),
    account: z.enum(listNames(ledgerAccounts)),
    debit: naira.describe('In naira, exact to the kobo.'),
    credit: naira,
  }),
  columns: {
    day: column({ label: 'Day', kind: 'day', filter: 'between', parameters: ['from', 'to'], sortable: true }),
    channel: column({ label: 'Channel', kind: 'choice', filter: 'oneOf', options: channelChoices }),
    account: column({ label: 'Account', kind: 'choice', filter: 'oneOf', options: ledgerAccounts }),
    debit: column({ label: 'Debit (₦)', kind: 'money' }),
    credit: column({ label: 'Credit (₦)', kind: 'money' }),
  },
  defaultColumns: ['day', 'channel', 'account', 'debit', 'credit'],
  defaultOrder: '-day',
  search: { hint: 'A day such as 2024-12-31, or a month such as 2024-12', takes: 'A day, or how it begins.', max: 10 },
  exercise: 'current',
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type LedgerRow = RowOf<typeof ledgerList>
