import { expect, test } from 'vitest'
import { nextCheckWords } from './next-check.ts'

const now = new Date('2026-11-21T10:00:00Z')

test.each([
  ['ahead is told with day and time in Nigeria', '2026-11-21T13:32:00Z', '21 November 2026, 2:32 pm'],
  ['that is due comes soon', '2026-11-21T10:00:00Z', 'In a few minutes'],
  ['that is over is up to the applicant', null, 'When you press Check now'],
])('a check %s', (_when, nextCheckAt, words) => {
  expect(nextCheckWords({ nextCheckAt }, now)).toBe(words)
})
