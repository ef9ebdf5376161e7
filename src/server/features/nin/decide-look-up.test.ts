import { describe, expect, test } from 'vitest'
import { type AskedNin, turnOf } from './decide-look-up.ts'

const now = new Date('2026-11-21T09:00:00Z')
const hour = 60 * 60_000
const ago = (hours: number) => new Date(now.getTime() - hours * hour)
const hash = (text: string) => Buffer.from(text)
const press = { ninHash: hash('nin'), factsHash: hash('facts') }

const asked = (more: Partial<AskedNin> = {}): AskedNin => ({
  id: 'id',
  ninHash: hash('nin'),
  outcome: 'not_found',
  askedAt: ago(1),
  askingUntil: null,
  differences: [],
  factsHash: hash('facts'),
  ...more,
})
const others = (count: number, hours = 1) =>
  Array.from({ length: count }, (_, at) => asked({ ninHash: hash(`other ${at}`), askedAt: ago(hours + at) }))
const turn = (...all: AskedNin[]) => turnOf(press, all, now)

test('a NIN that was never asked about is looked up', () => expect(turn()).toEqual({ kind: 'look_up' }))

test('a verified NIN is answered from the record, and no other one is asked about', () => {
  expect(turn(asked({ outcome: 'matched' }))).toEqual({ kind: 'verified' })
  expect(turn(asked({ outcome: 'matched', ninHash: hash('other') }))).toEqual({ kind: 'other_verified' })
})

describe('an answer that is remembered', () => {
  test('costs no look-up for a day', () => {
    expect(turn(asked({ askedAt: ago(23) }))).toEqual({ kind: 'not_found' })
    const mismatch = asked({ outcome: 'mismatch', differences: ['surName'] })
    expect(turn(mismatch)).toEqual({ kind: 'mismatch', differences: ['surName'] })
    expect(turn(mismatch, ...others(3))).toEqual({ kind: 'mismatch', differences: ['surName'] })
  })

  test('is asked for anew after a day', () => expect(turn(asked({ askedAt: ago(24) }))).toEqual({ kind: 'look_up' }))

  test('is asked for anew once the account’s names were corrected', () =>
    expect(turn(asked({ outcome: 'mismatch', factsHash: hash('old facts') }))).toEqual({ kind: 'look_up' }))
})

describe('a look-up under way', () => {
  const later = new Date(now.getTime() + 1)
  test('is waited for', () =>
    expect(turn(asked({ outcome: 'asked', askingUntil: later }))).toEqual({ kind: 'wait', id: 'id' }))

  test('that a crash cut off is made good, also when it was the last of the day', () =>
    expect(turn(asked({ outcome: 'asked', askingUntil: now }), ...others(2))).toEqual({ kind: 'look_up' }))
})

describe('three look-ups within a day', () => {
  test('are all there are, until the first of them is a day old', () => {
    expect(turn(...others(2))).toEqual({ kind: 'look_up' })
    expect(turn(...others(3))).toEqual({ kind: 'too_many', waitMs: 21 * hour })
    expect(turn(...others(3, 23))).toEqual({ kind: 'look_up' })
  })

  test('count a mismatch that is asked for anew', () => {
    const corrected = asked({ outcome: 'mismatch', factsHash: null })
    expect(turn(corrected, ...others(2))).toMatchObject({ kind: 'too_many' })
  })
})
