import { expect, test } from 'vitest'
import { dayOf } from './day-of.ts'

test.each(['2026-12-07', '2026-12-07T23:30:00.000Z', '7 December 2026'])('%s names the 7th of December', (text) => {
  const day = dayOf(text)
  expect([day?.getFullYear(), day?.getMonth(), day?.getDate()]).toEqual([2026, 11, 7])
})

test.each([null, '', 'to be announced'])('%s names no day', (text) => {
  expect(dayOf(text)).toBeNull()
})
