// Lines of settlements, and payments that no settlement has, compared with each other.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { moneyCaseStates } from '../staff/money-cases.ts'
import { settlementVerdictNames, settlementVerdicts } from '../staff/settlements.ts'
import { column } from './column.ts'
import { describeList, type RowOf } from './list.ts'

const naira = z.number().nonnegative().nullable()

export const reconciliationList = describeList({
  name: 'reconciliation',
  label: 'Reconciliation',
  noun: 'lines',
  permission: 'settlement:import',
  row: z.object({
    key: z.string(),
    line: z.number().int().nullable().describe('In its file; null for a payment that no settlement has.'),
    rrr: z.string(),
    day: z.iso.date().describe('Of the payment, as the settlement says; else as Remita said to this portal.'),
    settledOn: z.iso.date().nullable(),
    channel: z.string(),
    amount: naira.describe('In naira, as the settlement says.'),
    charge: naira,
    here: naira.describe(
      'As Remita confirmed it to this portal; null for what is not paid here, or counts with another line.',
    ),
    verdict: z.enum(settlementVerdictNames),
    case: z.object({ id: uuid(), state: z.enum(listNames(moneyCaseStates)) }).nullable(),
  }),
  columns: {
    line: column({ label: 'Line', kind: 'number', sortable: true }),
    rrr: column({ label: 'RRR', kind: 'text', filter: 'prefix' }),
    day: column({ label: 'Day of payment', kind: 'day', filter: 'between', sortable: true }),
    settledOn: column({ label: 'Settled on', kind: 'day' }),
    channel: column({ label: 'Channel', kind: 'text', filter: 'is' }),
    amount: column({ label: 'Settled (₦)', kind: 'money', sortable: true }),
    charge: column({ label: 'Charge (₦)', kind: 'money' }),
    here: column({ label: 'Confirmed here (₦)', kind: 'money' }),
    verdict: column({ label: 'Compared', kind: 'choice', filter: 'oneOf', options: settlementVerdicts }),
    case: column({ label: 'Case', kind: 'choice', filter: 'oneOf', options: moneyCaseStates }),
  },
  defaultColumns: ['rrr', 'day', 'channel', 'amount', 'here', 'verdict', 'case'],
  defaultOrder: '-day',
  search: { hint: 'RRR', takes: 'A whole RRR.', max: 40 },
  exercise: 'current',
  furtherFilters: {
    settlement: uuid()
      .optional()
      .describe('The lines of one settlement, and the payments of its days that no settlement has.'),
  },
  furtherLabels: { settlement: () => 'Lines of one settlement' },
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type ReconciliationRow = RowOf<typeof reconciliationList>
