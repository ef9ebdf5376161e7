import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatCalendarDay, parseCalendarDay } from './calendar-day.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(['Africa/Lagos', 'UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  test.each([
    ['2026-12-07', '7 December 2026'],
    ['7 December 2026', '7 December 2026'],
    ['2026-12-07T09:00:00.000Z', '7 December 2026'],
    // 00:30 in Nigeria.
    ['2026-12-06T23:30:00.000Z', '7 December 2026'],
    ['2026-12-07T22:30:00.000Z', '7 December 2026'],
  ])('%s is %s', (text, written) => {
    vi.stubEnv('TZ', zone)
    const day = parseCalendarDay(text)
    expect([day?.getFullYear(), day?.getMonth(), day?.getDate()]).toEqual([2026, 11, 7])
    expect(day && formatCalendarDay(day)).toBe(written)
  })
})

test.each([null, '', 'to be announced', '2026-12-99T00:00'])('%s is no day', (text) => {
  expect(parseCalendarDay(text)).toBeNull()
})
