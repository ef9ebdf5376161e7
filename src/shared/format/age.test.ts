import { expect, test } from 'vitest'
import { formatAge } from './age.ts'

const now = Date.parse('2026-11-21T14:00:00Z')

test.each([
  ['2026-11-21T13:59:50Z', 'just now'],
  ['2026-11-21T13:59:00Z', '1 minute ago'],
  ['2026-11-21T13:00:00Z', '1 hour ago'],
  ['2026-11-21T11:30:00Z', '2 hours ago'],
  ['2026-11-20T14:00:00Z', '1 day ago'],
  ['2026-11-18T13:00:00Z', '3 days ago'],
  ['2026-11-21T14:05:00Z', 'just now'],
])('what was received at %s is "%s"', (moment, text) => {
  expect(formatAge(moment, now)).toBe(text)
})
