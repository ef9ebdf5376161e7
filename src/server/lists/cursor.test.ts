import { expect, test } from 'vitest'
import { type KeyType, readCursor, writeCursor } from './cursor.ts'

const uuid = '0190b1c2-0000-4000-8000-000000000001'
const steps = [
  ['timestamptz', 'text', 'uuid'],
  ['bigint'],
  ['numeric'],
] as const satisfies readonly (readonly KeyType[])[]
const moment = '2026-02-28 23:59:59.123456+01'
const write = (after: unknown, { sort = 'name', step = 0 as unknown, first = [] as unknown } = {}) =>
  writeCursor({ sort, step: step as number, after: after as string[], first: first as string[] })
const read = (text: string) => readCursor(text, 'name', steps)

test('a cursor is read as it was written, with its step and its first row', () => {
  const after = [moment, 'Bello', uuid]
  expect(read(write(after, { first: after }))).toEqual({ sort: 'name', step: 0, after, first: after })
  expect(read(write(['12'], { step: 1 }))).toEqual({ sort: 'name', step: 1, after: ['12'], first: [] })
  expect(read(write(['61.50'], { step: 2 })).after).toEqual(['61.50'])
})

test.each(['1000-01-01 00:00:00+00', '2024-02-29 00:00:00-14:00', '2026-12-31 23:59:59.1+05:30'])(
  'the moment %s is one',
  (text) => expect(read(write([text, 'Bello', uuid])).after[0]).toBe(text),
)

test.each([
  // JavaScript reads these, PostgreSQL does not.
  '1',
  '2026-02-28 23:59:59+01 (CET)',
  'Sat Feb 28 2026',
  // The calendar has no such day.
  '2026-02-30 00:00:00+00',
  '2025-02-29 00:00:00+00',
  '0999-01-01 00:00:00+00',
  '2026-02-28 24:00:00+00',
  '2026-02-28 23:60:00+00',
  '2026-02-28 23:59:59+15',
  '2026-02-28 23:59:59',
  `${moment}\n`,
  ` ${moment}`,
])('the moment %j is none', (text) => {
  expect(() => read(write([text, 'Bello', uuid]))).toThrow('no longer known')
})

test.each([
  ['2024-02-29', true],
  ['2025-02-29', false],
  ['2025-2-28', false],
  ['2025-02', false],
  ['2025-02-28 ', false],
  ['29-02-2024', false],
])('whether the day %j is one: %s', (day, isOne) => {
  const readDay = () => readCursor(write([day]), 'name', [['date']]).after
  if (isOne) expect(readDay()).toEqual([day])
  else expect(readDay).toThrow('no longer known')
})

test.each([
  ['a text with a NUL', write([moment, 'Bel\0lo', uuid])],
  ['half of a character', write([moment, 'Bel\ud800', uuid])],
  ['an id in capitals', write([moment, 'Bello', uuid.toUpperCase().replace('B', 'G')])],
  ['an id and more', write([moment, 'Bello', `${uuid}0`])],
  ['a number with a sign', write(['-1'], { step: 1 })],
  ['a number of 16 digits', write(['1234567890123456'], { step: 1 })],
  ['a number with an exponent', write(['1e5'], { step: 2 })],
  ['a number that is no text', write([12], { step: 1 })],
  ['a value too few', write([moment, 'Bello'])],
  ['a value too many', write([moment, 'Bello', uuid, uuid])],
  ['another order', write([moment, 'Bello', uuid], { sort: '-name' })],
  ['a step that there is not', write(['12'], { step: 3 })],
  ['a step that is no number', write(['12'], { step: 'map' })],
  ['a first row of another kind', write([moment, 'Bello', uuid], { first: ['12'] })],
  ['a first row that is no list', write([moment, 'Bello', uuid], { first: '' })],
  ['a part too many', Buffer.from(JSON.stringify(['name', 1, ['12'], [], []])).toString('base64url')],
  ['no list', Buffer.from('{}').toString('base64url')],
  ['no JSON', 'bm90aGluZw'],
  ['nothing', ''],
])('a cursor with %s is refused', (_, text) => {
  expect(() => read(text)).toThrow('no longer known')
})
