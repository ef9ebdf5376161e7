import { expect, test } from 'vitest'
import { type AttendanceState, findMarkRefusal, type MarkRefusal } from './attendance.ts'

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
