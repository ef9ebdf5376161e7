import { afterEach, describe, expect, test, vi } from 'vitest'
import { isPastDeadline } from '#shared/policy/deadline.ts'
import { describeDeadline } from './deadline.ts'

const deadline = '2026-12-07T11:30:00.000Z'
const before = (ms: number) => new Date(Date.parse(deadline) - ms)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(['Africa/Lagos', 'UTC', 'Pacific/Auckland', 'America/Los_Angeles'])('on a device in %s', (zone) => {
  test.each([
    [30 * day, 'Submit by 7 December 2026, 12:30 pm.'],
    [3 * day + 1, 'Submit by 7 December 2026, 12:30 pm.'],
    [3 * day, 'Submit by 7 December 2026, 12:30 pm: 3 days left.'],
    [2 * day + 3 * hour + 59 * minute, 'Submit by 7 December 2026, 12:30 pm: 2 days 3 hours left.'],
    [day + hour, 'Submit by 7 December 2026, 12:30 pm: 1 day 1 hour left.'],
    [23 * hour + minute, 'Submit by 7 December 2026, 12:30 pm: 23 hours 1 minute left.'],
    [2 * minute, 'Submit by 7 December 2026, 12:30 pm: 2 minutes left.'],
    [minute, 'Submit by 7 December 2026, 12:30 pm: 1 minute left.'],
    [minute - 1, 'Submit by 7 December 2026, 12:30 pm: less than a minute left.'],
    [0, 'Submit by 7 December 2026, 12:30 pm: less than a minute left.'],
    [-1, 'Applications closed on 7 December 2026, 12:30 pm.'],
    [-30 * day, 'Applications closed on 7 December 2026, 12:30 pm.'],
  ])('%i ms before the deadline it says: %s', (ms, text) => {
    vi.stubEnv('TZ', zone)
    expect(describeDeadline(deadline, before(ms))).toBe(text)
  })
})

test('an hour after midnight in Nigeria belongs to the next day, and is written with 12', () => {
  expect(describeDeadline('2026-12-07T23:30:00Z', before(0))).toContain('8 December 2026, 12:30 am')
})

test('the moment of the deadline is still in time', () => {
  expect(isPastDeadline(deadline, before(0))).toBe(false)
  expect(isPastDeadline(deadline, before(-1))).toBe(true)
  expect(isPastDeadline(null, new Date())).toBe(false)
})
