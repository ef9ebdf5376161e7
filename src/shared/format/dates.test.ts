import { expect, onTestFinished, test, vi } from 'vitest'
import { formatDate, formatDateTime, formatTime, joinMoments } from './dates.ts'
import { formatShortDay, parseDay } from './days.ts'

test('half past noon and half past midnight in Nigeria are 12:30 pm and 12:30 am', () => {
  expect([formatTime('2026-12-07T11:30:00Z'), formatTime('2026-12-06T23:30:00Z')]).toEqual(['12:30 pm', '12:30 am'])
})

test('a time after midnight in Nigeria belongs to the new day there', () => {
  expect(formatDateTime('2026-12-06T23:30:00Z')).toBe('7 December 2026, 12:30 am')
})

test('no line ends between a day and its month, or within a time', () => {
  const text = 'By 2 persons, 30 November 2026, 6:50 pm. I am 7.'
  expect(joinMoments(text)).toBe('By 2 persons, 30\u00a0November 2026, 6:50\u00a0pm. I am 7.')
})

test('a day of another year is written with its year, by the calendar in Nigeria', () => {
  const now = new Date('2026-12-07T11:30:00Z')
  expect(formatShortDay('2026-11-21T09:00:00Z', now)).toBe('21 Nov')
  expect(formatShortDay('2025-12-31T22:59:00Z', now)).toBe('31 Dec 2025')
  expect(formatShortDay('2025-12-31T23:00:00Z', now)).toBe('1 Jan')
})

test.each(['Africa/Lagos', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])(
  'short dates are those of Nigeria on a device in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    vi.resetModules()
    onTestFinished(() => void vi.resetModules())
    const { formatShortDay: format } = await import('./days.ts')
    const now = new Date('2026-12-07T11:30:00Z')
    const written = ['2025-11-20T23:30:00Z', '2025-11-21T22:30:00Z', '2026-11-20T23:30:00Z', '2026-11-21T22:30:00Z']
    expect(written.map((moment) => format(moment, now))).toEqual(['21 Nov 2025', '21 Nov 2025', '21 Nov', '21 Nov'])
  },
)

test.each([
  ['2026-12-06T23:30:00Z', '2026-12-07'],
  ['2026-12-07', '2026-12-07'],
  ['7 December 2026', '2026-12-07'],
  ['December 7, 2026', '2026-12-07'],
  ['soon', null],
  ['2026-13-07T09:00:00Z', null],
  [null, null],
])('the day of %j is %s', (text, day) => {
  expect(parseDay(text)).toBe(day)
})

test('what is no date stays as it is', () => {
  expect([formatDate('soon'), formatDate('2026-12-07')]).toEqual(['soon', '7 December 2026'])
})
