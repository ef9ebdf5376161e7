import { expect, test } from 'vitest'
import { trimLeading, trimTrailing } from './trim.ts'

test.each([
  ['/a//', '/a'],
  ['///', ''],
  ['/a/b', '/a/b'],
  ['', ''],
])('%o without the slashes at its end is %o', (text, expected) => {
  expect(trimTrailing(text, '/')).toBe(expected)
})

test('several characters are removed from the start in any order', () => {
  expect(['. ..a. ', '. .', ''].map((text) => trimLeading(text, '. '))).toEqual(['a. ', '', ''])
})
