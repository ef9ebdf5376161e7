import { expect, test } from 'vitest'
import { planNextCheck } from './check-schedule.ts'

const minute = 60_000
const day = 24 * 60 * minute
const issuedAt = new Date('2026-11-21T09:00:00Z')

/** Every check of an RRR that is never paid, in ms after it was issued. */
function listChecks(isAnswered: boolean): number[] {
  const moments: number[] = []
  for (let now: Date | null = issuedAt; ; ) {
    now = planNextCheck({ issuedAt, now, isAnswered })
    if (!now) return moments
    moments.push(now.getTime() - issuedAt.getTime())
  }
}

test('an RRR is checked after two minutes, then less and less often, finally twice a day', () => {
  const moments = listChecks(true)
  const waits = moments.map((moment, at) => moment - (moments[at - 1] ?? 0))
  expect(waits[0]).toBe(2 * minute)
  expect(waits.every((wait, at) => wait >= (waits[at - 1] ?? 0))).toBe(true)
  expect(waits.at(-1)).toBe(day / 2)
  expect(moments.filter((moment) => moment <= 60 * minute).length).toBeGreaterThanOrEqual(7)
})

test('polling ends after 60 days', () => {
  const last = listChecks(true).at(-1) ?? 0
  expect(last).toBeGreaterThanOrEqual(60 * day)
  expect(last).toBeLessThan(61 * day)
})

test('polling lasts 90 days while the provider is down', () => {
  const last = listChecks(false).at(-1) ?? 0
  expect(last).toBeGreaterThanOrEqual(90 * day)
  expect(last).toBeLessThan(91 * day)
})

test.each([
  ['60 days', true, 60],
  ['90 days without an answer', false, 90],
])('there is a last check a moment before %s, and none at the end', (_, isAnswered, days) => {
  const plan = (ms: number) => planNextCheck({ issuedAt, now: new Date(issuedAt.getTime() + ms), isAnswered })
  expect(plan(days * day - 1)).not.toBeNull()
  expect(plan(days * day)).toBeNull()
})
