import { expect, test } from 'vitest'
import {
  formatCappedCount,
  formatCount,
  formatCounted,
  formatFileSize,
  formatNaira,
  formatRrr,
  formatSlipCode,
  maskNin,
} from './numbers.ts'

test.each([
  [0, '0'],
  [12, '12'],
  [999, '999'],
  [1_000, '1,000'],
  [12_345, '12,345'],
  [123_456, '123,456'],
  [1_234_567, '1,234,567'],
])('%i is read as %s', (count, text) => expect(formatCount(count)).toBe(text))

test.each([
  [0, '₦0.00'],
  [12_500, '₦12,500.00'],
  [1_250.5, '₦1,250.50'],
  [-1_250.05, '−₦1,250.05'],
])('%d naira are read as %s', (amount, text) => expect(formatNaira(amount)).toBe(text))

test('one is counted apart from none and several', () => {
  expect([0, 1, 4_120].map((count) => formatCounted(count, 'application'))).toEqual([
    '0 applications',
    '1 application',
    '4,120 applications',
  ])
  expect([1, 2].map((count) => formatCounted(count, 'email was', 'emails were'))).toEqual([
    '1 email was',
    '2 emails were',
  ])
  expect([false, true].map((more) => formatCappedCount({ value: 1_000, more }))).toEqual(['1,000', '1,000+'])
})

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1 kB'],
  [1_048_575, '1024 kB'],
  [1_048_576, '1.0 MB'],
  [1_500_000, '1.4 MB'],
])('%i bytes are read as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text))

test('long numbers are read in groups, and of a NIN the last four digits alone', () => {
  expect(formatRrr('310007123456')).toBe('3100 0712 3456')
  expect(formatSlipCode('3F9A02BC77E1')).toBe('3F9A-02BC-77E1')
  expect(maskNin('10000008909')).toBe('•••••••8909')
})
