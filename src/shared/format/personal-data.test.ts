import { expect, test } from 'vitest'
import { normalizePhone, printableLine } from './personal-data.ts'

test.each([
  ['08031234567', '08031234567'],
  ['0803 123-4567', '08031234567'],
  ['(0803) 123.4567', '08031234567'],
  ['+234 803 123 4567', '08031234567'],
  ['+234 (0) 803 123 4567', '08031234567'],
  ['2348031234567', '08031234567'],
  ['8031234567', '08031234567'],
  ['7011234567', '07011234567'],
  ['1803123456', '1803123456'],
  ['8231234567', '8231234567'],
  ['23480312345678', '23480312345678'],
  ['0803123456', '0803123456'],
  ['+44 20 7946 0000', '+442079460000'],
  ['0803123456x', '0803123456x'],
])('the phone number %j becomes %s', (typed, stored) => {
  expect(normalizePhone(typed)).toBe(stored)
})

test('a name is one line that can be printed', () => {
  for (const name of ['', 'Ọládípò', "O'Neill-Bello", 'Ali Jr.']) expect(printableLine.test(name), name).toBe(true)
  for (const name of ['two\nlines', 'a\u0000b', 'ab\u202ecd', 'tab\tbed']) expect(printableLine.test(name)).toBe(false)
})
