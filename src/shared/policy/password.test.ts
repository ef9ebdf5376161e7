import { expect, test } from 'vitest'
import { findPasswordLengthError, normalizePassword } from './password.ts'

test.each([
  ['seven characters', 'sevenle', 'tooShort'],
  ['eight characters', 'eightlet', null],
  ['four characters with four accents', 'e\u0301a\u0301o\u0301i\u0301', 'tooShort'],
  ['four pictures of two code units each', '🌳🌳🌳🌳', 'tooShort'],
  ['eight pictures', '🌳'.repeat(8), null],
  ['eight characters with eight accents', 'e\u0301'.repeat(8), null],
  ['200 characters', 'x'.repeat(200), null],
  ['200 characters with an accent each', 'e\u0301'.repeat(200), null],
  ['201 characters', 'x'.repeat(201), 'tooLong'],
  ['67 characters that are written as three', '\u3371'.repeat(67), 'tooLong'],
  ['a megabyte', 'x'.repeat(1024 * 1024), 'tooLong'],
])('V6.2.1 a password is measured in characters: %s', (_what, typed, error) => {
  expect(findPasswordLengthError(typed)).toBe(error)
})

test('the same password typed on different keyboards is one password', () => {
  expect(normalizePassword('ẹ́wà'.normalize('NFD'))).toBe(normalizePassword('ẹ́wà'.normalize('NFC')))
  expect(normalizePassword('ｐａｓｓｗｏｒｄ１')).toBe('password1')
})
