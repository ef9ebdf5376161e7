import { expect, test } from 'vitest'
import { type AttendanceState, attendanceMark, findMarkRefusal, isConflict, type MarkRefusal } from './attendance.ts'

const reportsAt = new Date('2026-12-07T07:00:00.000Z')
const endsAt = new Date('2026-12-07T10:00:00.000Z')
const after = (from: Date, hours: number, ms = 0) => new Date(from.getTime() + hours * 3_600_000 + ms)

test.each<[AttendanceState, 'planned' | 'locked', Date, MarkRefusal | null]>([
  ['present', 'planned', after(reportsAt, -12, -1), 'too_early'],
  ['present', 'planned', after(reportsAt, -12), null],
  ['present', 'planned', after(endsAt, 14 * 24), null],
  ['present', 'planned', after(endsAt, 14 * 24, 1), 'too_late'],
  ['absent', 'planned', after(endsAt, 0, -1), 'not_over'],
  ['absent', 'planned', endsAt, null],
  ['absent', 'locked', after(endsAt, 0, -1), null],
])('%s of a sitting that is %s, marked at %s: %s', (mark, state, at, refusal) => {
  expect(findMarkRefusal({ reportsAt, endsAt, state: state as never }, mark, at)).toBe(refusal)
})

test('only who is turned away has a reason, and then there must be one', () => {
  const refuse = (mark: object) => attendanceMark.safeParse(mark).error?.issues.map(({ message }) => message) ?? []
  expect(refuse({ state: 'turned_away', reason: ' ' })).toEqual(['Enter why the applicant was turned away.'])
  expect(refuse({ state: 'turned_away', reason: 'No slip.' })).toEqual([])
  for (const state of ['present', 'absent'])
    expect(refuse({ state, reason: 'No slip.' })).toEqual(['Only who is turned away has a reason.'])
  expect(refuse({ state: 'present' })).toEqual([])
})

test('a cancelled sitting is never marked', () => {
  expect(findMarkRefusal({ reportsAt, endsAt, state: 'cancelled' }, 'present', endsAt)).toBe('cancelled')
})

test('a mark contradicts what its device had not seen, and nothing that it had', () => {
  expect(isConflict(['present'], 0, 'absent')).toBe(true)
  expect(isConflict(['present'], 1, 'absent')).toBe(false)
  expect(isConflict(['absent', 'present'], 1, 'present')).toBe(false)
  expect(isConflict([], 0, 'present')).toBe(false)
})
