import { expect, test } from 'vitest'
import { formatNextCheck } from './payment-polling.tsx'

const now = new Date('2026-11-21T10:00:00Z')

test.each([
  ['in the future shows day and time in Nigeria', '2026-11-21T13:32:00Z', '21 November 2026, 2:32 pm'],
  ['that is due comes soon', '2026-11-21T10:00:00Z', 'In a few minutes'],
  ['after the end of polling is up to the applicant', null, 'When you click Check now'],
])('a next check %s', (_when, nextCheckAt, text) => {
  expect(formatNextCheck({ nextCheckAt }, now)).toBe(text)
})
