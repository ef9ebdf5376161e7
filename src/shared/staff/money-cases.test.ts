import { expect, test } from 'vitest'
import { hasAccountNumber } from './money-cases.ts'

test.each([
  ['0123456789', true],
  ['To 0123456789, please.', true],
  ['012 345 67-89', true],
  ['0123.456.789', true],
  ['RRR 310007123456 and 0123456789', true],
  ['20 0123456789', true],
  ['012345678', false],
  ['01234567890', false],
  ['310007123456', false],
  ['Paid on 2026 and 12', false],
])('%j holds the number of a bank account: %s', (text, isHeld) => {
  expect(hasAccountNumber(text)).toBe(isHeld)
})
