import { expect, test } from 'vitest'
import { getDueDay } from './complaint-due.ts'

test.each([
  ['a Friday', '2026-11-20T09:00:00Z', '2026-11-17'],
  ['a Monday, past the weekend', '2026-11-23T09:00:00Z', '2026-11-18'],
  ['a Thursday, with what came in at the weekend', '2026-11-26T09:00:00Z', '2026-11-23'],
  ['a Wednesday', '2026-11-25T09:00:00Z', '2026-11-20'],
  ['a Saturday, as on Friday', '2026-11-21T09:00:00Z', '2026-11-17'],
  ['a Sunday, as on Friday', '2026-11-22T09:00:00Z', '2026-11-17'],
  ['a Friday that has begun in Nigeria alone', '2026-11-19T23:30:00Z', '2026-11-17'],
])('a complaint without an answer is due after three working days: on %s', (_, now, day) => {
  expect(getDueDay(new Date(now))).toBe(day)
})
