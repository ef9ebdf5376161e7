import { expect, test } from 'vitest'
import { nextCheckAt } from './check-schedule.ts'

const minute = 60_000
const day = 24 * 60 * minute
const issuedAt = new Date('2026-11-21T09:00:00Z')

/** All checks of an RRR that is never paid, in ms after it was issued. */
function checks(isAnswered: boolean): number[] {
  const moments: number[] = []
  for (let now: Date | null = issuedAt; ; ) {
    now = nextCheckAt({ issuedAt, now, isAnswered })
    if (!now) return moments
    moments.push(now.getTime() - issuedAt.getTime())
  }
}

test('an RRR is asked about after two minutes, then less and less often, at last twice a day', () => {
  const moments = checks(true)
  const waits = moments.map((moment, at) => moment - (moments[at - 1] ?? 0))
  expect(waits[0]).toBe(2 * minute)
  expect(waits.every((wait, at) => wait >= (waits[at - 1] ?? 0))).toBe(true)
  expect(waits.at(-1)).toBe(day / 2)
  expect(moments.filter((moment) => moment <= 60 * minute).length).toBeGreaterThanOrEqual(7)
})

test('the watch ends after 60 days', () => {
  const last = checks(true).at(-1) ?? 0
  expect(last).toBeGreaterThanOrEqual(60 * day)
  expect(last).toBeLessThan(61 * day)
})

test('the watch does not end on a provider that is away, but not for ever', () => {
  const last = checks(false).at(-1) ?? 0
  expect(last).toBeGreaterThanOrEqual(90 * day)
  expect(last).toBeLessThan(91 * day)
})
