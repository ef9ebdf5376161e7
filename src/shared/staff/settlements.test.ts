// What a bank may write in a settlement, and what is said of the rest.
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { amountText, dayText, isOtherMerchant, rrrText } from './settlements.ts'

const read = (schema: z.ZodType, text: string) => {
  const { data, error } = schema.safeParse(text)
  return error ? error.issues[0]?.message : data
}

const decimals = 'is not an amount in naira with at most two decimals'
const negative = 'is below 0: refunds and reversals are not settled payments'

test.each<[string, number | string]>([
  ['12500', 1_250_000],
  [' ₦12,500.00 ', 1_250_000],
  ['NGN 12,500.5', 1_250_050],
  ['n0.05', 5],
  ['0', 0],
  ['10000000', 1_000_000_000],
  ['10000000.01', 'is above ₦10,000,000'],
  ['12,50', decimals],
  ['1,2500', decimals],
  ['12.505', decimals],
  ['twelve', decimals],
  ['', decimals],
  ['-5', negative],
  ['₦-5', negative],
  ['(12,500.00)', negative],
  ['=A1', 'is a formula: put its value in its place'],
])('the amount %j is read as kobo: %s', (text, kobo) => {
  expect(read(amountText, text)).toBe(kobo)
})

test.each([
  ['3100-0712 3456', '310007123456'],
  ['31000712345', 'is not an RRR of 12 digits'],
  ['3100071234567', 'is not an RRR of 12 digits'],
  ['=310007123456', 'is a formula: put its value in its place'],
  [
    '3.10007E+11',
    'was shortened by a spreadsheet: format the column as numbers without decimals in the original file, and save it again',
  ],
])('the RRR %j is read as %s', (text, rrr) => {
  expect(read(rrrText, text)).toBe(rrr)
})

const noDay = 'is not a date such as 31/12/2026'

test.each([
  ['2026-12-31', '2026-12-31'],
  ['2026-1-5', '2026-01-05'],
  ['31/12/2026', '2026-12-31'],
  ['5.1.2026', '2026-01-05'],
  ['31-Dec-2026', '2026-12-31'],
  ['5 January, 2026', '2026-01-05'],
  ['31/12/2026 23:59', '2026-12-31'],
  ['31/12/2026  23:59', '2026-12-31'],
  ['2026-12-31 11:59:59 pm', '2026-12-31'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2026-12-31T23:30:00+01:00', '2026-12-31'],
  ['2026-13-31T23:30:00Z', noDay],
  ['1899-12-31T12:00:00Z', noDay],
  ['30/02/2026', noDay],
  ['29/02/2024', '2024-02-29'],
  ['12/31/2026', noDay],
  ['31-Foo-2026', noDay],
  ['31/12/26', noDay],
  ['tomorrow', noDay],
  ['', noDay],
])('the day %j is read as %s', (text, day) => {
  expect(read(dayText, text)).toBe(day)
})

test('a file of which more than half of the RRRs are unknown is that of another merchant', () => {
  expect(isOtherMerchant({ unknownRrrs: 5, lines: 10 })).toBe(false)
  expect(isOtherMerchant({ unknownRrrs: 6, lines: 10 })).toBe(true)
})
