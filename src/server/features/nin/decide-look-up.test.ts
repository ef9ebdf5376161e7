import { describe, expect, test } from 'vitest'
import { decideLookUp, type PastLookUp } from './decide-look-up.ts'

const now = new Date('2026-11-21T09:00:00Z')
const hour = 60 * 60_000
const ago = (hours: number) => new Date(now.getTime() - hours * hour)
const hash = (text: string) => Buffer.from(text)
const terms = { ninHash: hash('nin'), factsHash: hash('facts') }

const createLookUp = (more: Partial<PastLookUp> = {}): PastLookUp => ({
  id: 'id',
  ninHash: hash('nin'),
  outcome: 'not_found',
  requestedAt: ago(1),
  leaseExpiresAt: null,
  differences: [],
  factsHash: hash('facts'),
  ...more,
})
const createOthers = (count: number, hours = 1) =>
  Array.from({ length: count }, (_, at) => createLookUp({ ninHash: hash(`other ${at}`), requestedAt: ago(hours + at) }))
const decide = (...lookUps: PastLookUp[]) => decideLookUp(terms, lookUps, now)

test('a NIN that was never looked up is looked up', () => expect(decide()).toEqual({ kind: 'look_up' }))

test('a verified NIN is answered from the record, and no other NIN is looked up', () => {
  expect(decide(createLookUp({ outcome: 'matched' }))).toEqual({ kind: 'verified' })
  expect(decide(createLookUp({ outcome: 'matched', ninHash: hash('other') }))).toEqual({ kind: 'other_verified' })
})

describe('a cached answer', () => {
  test('is used for a day', () => {
    expect(decide(createLookUp({ requestedAt: ago(23) }))).toEqual({ kind: 'not_found' })
    const mismatch = createLookUp({ outcome: 'mismatch', differences: ['surName'] })
    expect(decide(mismatch)).toEqual({ kind: 'mismatch', differences: ['surName'] })
    expect(decide(mismatch, ...createOthers(3))).toEqual({ kind: 'mismatch', differences: ['surName'] })
  })

  test('is looked up again after a day', () =>
    expect(decide(createLookUp({ requestedAt: ago(24) }))).toEqual({ kind: 'look_up' }))

  test('is looked up again once the account’s names were corrected', () =>
    expect(decide(createLookUp({ outcome: 'mismatch', factsHash: hash('old facts') }))).toEqual({ kind: 'look_up' }))
})

describe('a running look-up', () => {
  const later = new Date(now.getTime() + 1)
  test('is waited for', () =>
    expect(decide(createLookUp({ outcome: 'requested', leaseExpiresAt: later }))).toEqual({ kind: 'wait', id: 'id' }))

  test('that a crash cut off is repeated, even when it was the last of the day', () =>
    expect(decide(createLookUp({ outcome: 'requested', leaseExpiresAt: now }), ...createOthers(2))).toEqual({
      kind: 'look_up',
    }))
})

describe('three look-ups within a day', () => {
  test('are the limit, until the first of them is a day old', () => {
    expect(decide(...createOthers(2))).toEqual({ kind: 'look_up' })
    expect(decide(...createOthers(3))).toEqual({ kind: 'too_many', waitMs: 21 * hour })
    for (const hours of [22, 23]) expect(decide(...createOthers(3, hours))).toEqual({ kind: 'look_up' })
  })

  test('include a mismatch that is looked up again', () => {
    const corrected = createLookUp({ outcome: 'mismatch', factsHash: null })
    expect(decide(corrected, ...createOthers(2))).toMatchObject({ kind: 'too_many' })
  })
})
