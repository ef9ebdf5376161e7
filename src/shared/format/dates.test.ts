import { expect, test } from 'vitest'
import { formatDateTime, formatTime } from './dates.ts'

test('half past noon and half past midnight in Nigeria are 12:30 pm and 12:30 am', () => {
  expect([formatTime('2026-12-07T11:30:00Z'), formatTime('2026-12-06T23:30:00Z')]).toEqual(['12:30 pm', '12:30 am'])
})

test('a time after midnight in Nigeria belongs to the new day there', () => {
  expect(formatDateTime('2026-12-06T23:30:00Z')).toBe('7 December 2026, 12:30 am')
})
