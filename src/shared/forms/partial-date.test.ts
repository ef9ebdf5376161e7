import { afterEach, expect, test, vi } from 'vitest'
import { formatPartialDate, isAfterToday } from './partial-date.ts'

test('a day, a month and a year are formatted as far as they are given', () => {
  expect(['2015-06-30', '2015-06', '2015'].map(formatPartialDate)).toEqual(['30 June 2015', 'June 2015', '2015'])
})

test('a text that is not a date stays as it is', () => {
  expect(['', '2015-13', '2015-02-31', 'last year'].map(formatPartialDate)).toEqual([
    '',
    '2015-13',
    '2015-02-31',
    'last year',
  ])
})

afterEach(() => {
  vi.useRealTimers()
})

test('the future begins tomorrow in Nigeria, next month or next year', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  // Half past midnight of 1 December there.
  vi.setSystemTime('2026-11-30T23:30:00Z')
  expect(['2026-12-01', '2026-12', '2026', '2015-06-30'].map(isAfterToday)).toEqual([false, false, false, false])
  expect(['2026-12-02', '2027-01', '2027', '2099'].map(isAfterToday)).toEqual([true, true, true, true])
})
