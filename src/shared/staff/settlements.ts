// Settlements: what the bank or Remita says that it paid out, line by line, and how each line compares with the payments here.
import { z } from 'zod'
import { getDay, parseWrittenDay } from '../format/days.ts'
import { listNames } from '../format/labels.ts'
import { cleanRrr, isRrr } from '../policy/rrr.ts'
import { staffDay } from './day.ts'

/** How a line compares with the payment of its RRR at this moment, and payments that no line has. */
export const settlementVerdicts = {
  matched: 'Matched',
  differs: 'Differs',
  repeated: 'Repeated',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  imported_before: 'In an earlier file',
  not_settled: 'Not settled yet',
} as const
export type SettlementVerdict = keyof typeof settlementVerdicts
export const settlementVerdictNames = listNames(settlementVerdicts)

export const settlementVerdictMeanings: Readonly<Record<SettlementVerdict, string>> = {
  matched: 'Remita confirmed the payment to this portal, with the same amount.',
  differs: 'Remita confirmed the payment to this portal, with another amount.',
  repeated: 'The RRR is in a line before, of this file or of an earlier one.',
  missing_here: 'Remita has not confirmed the payment to this portal.',
  missing_there: 'Remita confirmed the payment, and the settlement of its day does not have it.',
  imported_before: 'The same line is in an earlier file, where it counts.',
  not_settled: 'No settlement covers the day of the payment yet.',
}

/** Whether more than half of the lines have RRRs that this portal never had. */
export const isOtherMerchant = ({ unknownRrrs, lines }: { unknownRrrs: number; lines: number }) =>
  unknownRrrs * 2 > lines

/** The columns of a settlement file, as its own template names them. */
export const settlementHeadings = {
  rrr: 'RRR',
  order: 'order number',
  amount: 'amount',
  charge: 'charge',
  paidOn: 'paid on',
  settledOn: 'settled on',
  channel: 'channel',
} as const
export type SettlementColumn = keyof typeof settlementHeadings
export const settlementColumns = Object.keys(settlementHeadings) as SettlementColumn[]
export const optionalSettlementColumns: readonly SettlementColumn[] = ['order', 'charge', 'settledOn', 'channel']

export const settlementColumnLabels: Readonly<Record<SettlementColumn, string>> = {
  rrr: 'RRR',
  order: 'order number',
  amount: 'amount paid',
  charge: 'charge',
  paidOn: 'day of payment',
  settledOn: 'day of settlement',
  channel: 'channel',
}

/** Headings by which banks and Remita name a column, when nobody has said which one it is. */
export const knownSettlementHeadings: Readonly<Record<SettlementColumn, readonly string[]>> = {
  rrr: [
    'rrr',
    'remita retrieval reference',
    'retrieval reference',
    'remita reference',
    'payment reference',
    'reference',
  ],
  order: ['order number', 'order id', 'order ref', 'order reference', 'transaction id', 'transaction ref'],
  amount: ['amount', 'amount paid', 'transaction amount', 'gross amount', 'total amount', 'paid amount', 'credit'],
  charge: ['charge', 'charges', 'fee', 'fees', 'commission', 'transaction fee', 'service charge'],
  paidOn: ['paid on', 'payment date', 'date paid', 'transaction date', 'debit date', 'date'],
  settledOn: ['settled on', 'settlement date', 'value date', 'date settled'],
  channel: ['channel', 'payment channel', 'payment type', 'mode', 'bank channel'],
}

/** Which heading of the file stands for which column. */
export type SettlementMapping = { [Column in SettlementColumn]?: string | undefined }

/** Without its headings. */
export const maxSettlementLines = 100_000
export const settlementFile = { bytes: 10_000_000, label: '10 MB' } as const
export const maxSettlementDays = 366
const maxNaira = 10_000_000

const noFormula = (text: z.ZodString) =>
  text.trim().refine((value) => !value.startsWith('='), 'is a formula: put its value in its place')

/** An amount as a bank writes it, such as ₦12,500.00; in kobo. */
export const amountText = noFormula(z.string())
  .transform((text) => text.replace(/^(?:₦|NGN|N)/i, '').trim())
  .refine((text) => !/^[-(]/.test(text), 'is below 0: refunds and reversals are not settled payments')
  .refine(
    (text) => /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(text),
    'is not an amount in naira with at most two decimals',
  )
  .transform((text) => {
    const [naira = '', kobo = ''] = text.replaceAll(',', '').split('.')
    return Number(naira) * 100 + Number(kobo.padEnd(2, '0'))
  })
  .refine((kobo) => kobo <= maxNaira * 100, `is above ₦${maxNaira.toLocaleString('en-NG')}`)

export const rrrText = noFormula(z.string())
  .refine(
    (text) => !/^\d(?:\.\d+)?e\+?\d+$/i.test(text),
    'was shortened by a spreadsheet: format the column as numbers without decimals in the original file, and save it again',
  )
  .transform(cleanRrr)
  .refine(isRrr, 'is not an RRR of 12 digits')

const storedDay = staffDay()
/** A moment with its zone, such as 2026-12-31T23:30:00Z. */
const zonedMoment = /^\d{4}-\d\d-\d\d[T ][\d:.]+ ?(?:Z|[+-]\d\d:?\d\d)$/i

/** A day as a bank writes it, as 2026-12-31. With a zone, it is the day in Nigeria. */
export const dayText = noFormula(z.string()).transform((text, context) => {
  const day = zonedMoment.test(text) ? getDay(new Date(text)) : parseWrittenDay(text)
  // No calendar has each day that can be written.
  const stored = storedDay.safeParse(day)
  if (stored.success) return stored.data
  context.addIssue({ code: 'custom', message: 'is not a date such as 31/12/2026' })
  return z.NEVER
})
