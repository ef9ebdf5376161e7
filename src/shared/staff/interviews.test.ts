import { expect, test } from 'vitest'
import { addUp, defaultCriteria, isSheetOpen, sumMaxima } from './interviews.ts'

test.each([
  ['2026-12-07T08:00:00Z', '2026-12-06T22:59:59Z', false],
  // Midnight in Nigeria.
  ['2026-12-07T08:00:00Z', '2026-12-06T23:00:00Z', true],
  ['2026-12-07T08:00:00Z', '2026-12-09T08:00:00Z', true],
  ['2026-12-07T23:30:00Z', '2026-12-07T22:59:59Z', false],
  ['2027-01-01T08:00:00Z', '2026-12-31T12:00:00Z', false],
])('the sheet of an interview at %s is open at %s: %s', (startsAt, now, isOpen) => {
  expect(isSheetOpen(new Date(startsAt), new Date(now))).toBe(isOpen)
})

test('the scores of a sheet are added up, as the maxima of its criteria are', () => {
  expect(addUp([7, 12, 0].map((score) => ({ criterion: 'Any', score })))).toBe(19)
  expect([addUp([]), sumMaxima(defaultCriteria)]).toEqual([0, 100])
})
