// Every RRR that was requested in an exercise, with what Remita has said about it.
import { z } from 'zod'
import { uuid } from '#shared/format/uuid.ts'
import { listNames } from '../format/labels.ts'
import { paymentTypes } from '../policy/payment-type.ts'
import { paymentStates } from '../policy/rrr.ts'
import { listScopes, listWholeScopes, type RoleGrant, type Scope } from '../roles/permissions.ts'
import { paymentDifferences, paymentStateLabels } from '../staff/labels/payments.ts'
import { column } from './column.ts'
import { describeList, moment, type RowOf } from './list.ts'

const naira = z.number().nonnegative().nullable()

/** Channels of money to filter by. Remita may name further ones, and does not always name one. */
export const channelChoices = { ...paymentTypes, other: 'Another', none: 'Not named' } as const

export const paymentList = describeList({
  name: 'payments',
  label: 'Payments',
  noun: 'payments',
  reading: 'payments_listed',
  permission: 'payment:read',
  row: z.object({
    id: uuid(),
    rrr: z.string().nullable().describe('Null until Remita has issued it.'),
    order: z.string(),
    userId: z.string(),
    name: z.string(),
    state: z.enum(paymentStates),
    due: naira.describe('Fee and charge, in naira; null for those who may see the status only.'),
    paid: naira,
    channel: z.string().nullable(),
    differs: z.enum(listNames(paymentDifferences)).nullable(),
    isLate: z.boolean().describe('Paid after the deadline of the post or the exercise.'),
    requestedAt: moment,
    paidAt: moment.nullable(),
    checkedAt: moment.nullable().describe('When Remita last said something about it.'),
    nextCheckAt: moment.nullable().describe('When it is asked again by itself; null when it is not.'),
  }),
  columns: {
    rrr: column({ label: 'RRR', kind: 'text' }),
    order: column({ label: 'Order', kind: 'text', personal: true }),
    userId: column({ label: 'User ID', kind: 'text', filter: 'prefix', personal: true }),
    name: column({ label: 'Name', kind: 'text', personal: true, permission: 'applicant:find' }),
    state: column({ label: 'State', kind: 'choice', filter: 'oneOf', options: paymentStateLabels }),
    due: column({ label: 'Due (₦)', kind: 'money' }),
    paid: column({ label: 'Paid (₦)', kind: 'money' }),
    channel: column({ label: 'Channel', kind: 'choice', filter: 'oneOf', options: channelChoices }),
    differs: column({ label: 'Differs', kind: 'choice', filter: 'oneOf', options: paymentDifferences }),
    late: column({ label: 'Late', kind: 'flag', filter: 'is' }),
    requested: column({ label: 'Requested', kind: 'day', sortable: true }),
    paidAt: column({
      label: 'Paid at',
      kind: 'day',
      filter: 'between',
      parameters: ['paidFrom', 'paidTo'],
      sortable: true,
      orderedRows: 'Only those that are paid',
    }),
    checked: column({ label: 'Checked', kind: 'day' }),
    nextCheck: column({ label: 'Next check', kind: 'day' }),
  },
  defaultColumns: ['rrr', 'userId', 'state', 'due', 'paid', 'channel', 'requested', 'paidAt', 'checked'],
  /** In the order of the days of payment that it asks for. */
  defaultOrder: ({ paidFrom, paidTo }) => (paidFrom || paidTo ? '-paidAt' : '-requested'),
  search: {
    hint: 'RRR, order or user ID',
    takes: 'A whole RRR, also with spaces, a whole order, or a user ID or how it begins.',
    max: 100,
  },
  exercise: 'current',
  exported: { isNarrowedByRole: false, limit: 'money' },
})
export type PaymentRow = RowOf<typeof paymentList>

/** What tells amounts, for those who may see more of a payment than its status. */
export const amountColumns: readonly (keyof typeof paymentList.columns)[] = ['due', 'paid', 'channel', 'differs']

/** Where the person may read what these filters ask for: all of a payment, or at least its status. */
export const listPaymentScopes = (grants: readonly RoleGrant[], query: Readonly<Record<string, unknown>>): Scope[] =>
  amountColumns.some((name) => query[name] !== undefined)
    ? listWholeScopes(grants, 'payment:read')
    : listScopes(grants, 'payment:read')
