import { expect, test } from 'vitest'
import { parseLocalDateTime, toLocalDateTime } from './local-time.ts'

test.each([
  ['2026-12-31T22:59:00.000Z', '2026-12-31T23:59'],
  ['2026-12-31T22:59:59.000Z', '2026-12-31T23:59:59'],
  ['2026-12-31T23:30:00.000Z', '2027-01-01T00:30'],
  [null, ''],
])('%s is shown in Nigerian time as "%s", and read back as the same moment', (moment, local) => {
  expect(toLocalDateTime(moment)).toBe(local)
  const read = parseLocalDateTime(local)
  expect(read === null ? null : new Date(read).toISOString()).toBe(moment)
})
