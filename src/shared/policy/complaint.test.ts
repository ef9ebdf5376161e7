import { expect, test } from 'vitest'
import { findComplaintError } from './complaint.ts'
import { textLimits } from './limits.ts'

const limit = textLimits.contactMessage

test.each<[string, string, ReturnType<typeof findComplaintError>]>([
  ['nothing', '', 'empty'],
  ['only spaces and line breaks', ' \n ', 'empty'],
  ['as many characters as are taken', 'a'.repeat(limit), null],
  ['one character more', 'a'.repeat(limit + 1), 'tooLong'],
  // It is stored as it was typed.
  ['one more with the spaces around it', ` ${'a'.repeat(limit - 1)} `, 'tooLong'],
])('a complaint of %s is taken or refused', (_, text, error) => {
  expect(findComplaintError(text)).toBe(error)
})
