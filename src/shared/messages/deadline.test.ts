import { afterEach, describe, expect, test, vi } from 'vitest'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { formatDeadline } from './deadline.ts'

const deadline = '2026-12-07T11:30:00.000Z'
const before = (ms: number) => new Date(Date.parse(deadline) - ms)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(['Africa/Lagos', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  test.each([
    [30 * day, 'closes on 7 December 2026, 12:30 pm'],
    [3 * day + 1, 'closes on 7 December 2026, 12:30 pm'],
    [3 * day, 'closes in 3 days, on 7 December 2026, 12:30 pm'],
    [2 * day + 3 * hour + 59 * minute, 'closes in 2 days 3 hours, on 7 December 2026, 12:30 pm'],
    [day + hour, 'closes in 1 day 1 hour, on 7 December 2026, 12:30 pm'],
    [23 * hour + minute, 'closes in 23 hours 1 minute, on 7 December 2026, 12:30 pm'],
    [2 * minute, 'closes in 2 minutes, on 7 December 2026, 12:30 pm'],
    [minute - 1, 'closes in less than a minute, on 7 December 2026, 12:30 pm'],
    [0, 'closes in less than a minute, on 7 December 2026, 12:30 pm'],
    [-1, 'closed since 7 December 2026, 12:30 pm'],
    [-30 * day, 'closed since 7 December 2026, 12:30 pm'],
  ])('%i ms before the deadline the application %s', (ms, text) => {
    vi.stubEnv('TZ', zone)
    expect(formatDeadline(deadline, before(ms))).toBe(text)
  })
})

test('an hour after midnight in Nigeria belongs to the next day, and is written with 12', () => {
  expect(formatDeadline('2026-12-07T23:30:00Z', before(0))).toContain('8 December 2026, 12:30 am')
})

test('the moment of the deadline is still in time', () => {
  expect(isPastDeadline(deadline, before(0))).toBe(false)
  expect(isPastDeadline(deadline, before(-1))).toBe(true)
  expect(isPastDeadline(null, new Date())).toBe(false)
})
