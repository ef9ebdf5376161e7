import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [0, '1 second'],
  [14.2, '15 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [300, '5 minutes'],
  [3_600, '60 minutes'],
  [7_200, '2 hours'],
  [86_000, '24 hours'],
])('%d seconds read as "%s"', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
