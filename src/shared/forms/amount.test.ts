import { expect, test } from 'vitest'
import { parseAmount } from './amount.ts'

const read = (text: string) => {
  const amount = parseAmount(text)
  return amount && `${amount.naira}.${amount.kobo}`
}

test.each([
  ['0', '0.00'],
  ['0012', '12.00'],
  ['12500', '12500.00'],
  ['12500.', '12500.00'],
  ['12500.5', '12500.50'],
  ['12500.05', '12500.05'],
  ['0.25', '0.25'],
  ['1,250', '1250.00'],
  ['1,250,000.50', '1250000.50'],
  ['1.250.000', '1250000.00'],
  ['1.250.000,00', '1250000.00'],
  ['1.250,75', '1250.75'],
  ['1 250 000', '1250000.00'],
  ['1 250 000,50', '1250000.50'],
  ['1\u00a0250\u00a0000.50', '1250000.50'],
  ['1\u202f250\u202f000', '1250000.00'],
  ['1’250’000', '1250000.00'],
  ['₦1.250.000,00', '1250000.00'],
  ['₦ 1,250,000', '1250000.00'],
  ['N1,250,000', '1250000.00'],
  ['NGN 1,250,000.00', '1250000.00'],
  ['#1,250,000', '1250000.00'],
  [' 12500\n', '12500.00'],
  ['١٬٢٥٠٬٠٠٠٫٥٠', '1250000.50'],
  ['۱۲۵۰۰', '12500.00'],
  ['1,250,000,000,000,001', '1250000000000001.00'],
])('the amount %j is read as %s', (text, amount) => {
  expect(read(text)).toBe(amount)
})

test.each([
  ['nothing', ''],
  ['no digits', '₦'],
  ['a negative amount', '-5'],
  ['a negative amount with another minus', '−1,250'],
  ['a negative amount in brackets', '(1,250)'],
  ['a dot before three digits, which is a group or three decimals', '1.250'],
  ['a comma before two digits', '12,50'],
  ['a comma before two digits of plain digits', '1250000,50'],
  ['a comma before one digit', '1.250,5'],
  ['a group of two', '12,50,000'],
  ['a group of four', '1,2500'],
  ['a group without its last digit', '1.250.00'],
  ['groups with two separators', '1,250.000'],
  ['groups and kobo with the same separator', '1.250.000.50'],
  ['three decimals', '12500.505'],
  ['two spaces', '1  250'],
  ['a group after a zero', '0,250'],
  ['a power', '1e6'],
  ['a range', '1000-2000'],
  ['an amount with a word', '1250 naira'],
  ['two lines', '1250\n000 1'],
])('%s is no amount: %j', (_, text) => {
  expect(read(text)).toBeNull()
})
