import { expect, test } from 'vitest'
import { findComplaintError } from './complaint.ts'
import { textLimits } from './limits.ts'

const most = textLimits.contactMessage

test.each<[string, string, ReturnType<typeof findComplaintError>]>([
  ['nothing', '', 'empty'],
  ['only spaces and line breaks', ' \n ', 'empty'],
  ['the most that is taken', 'a'.repeat(most), null],
  ['one character more', 'a'.repeat(most + 1), 'tooLong'],
  // It is stored as it was typed.
  ['one more with the spaces around it', ` ${'a'.repeat(most - 1)} `, 'tooLong'],
])('a complaint of %s is taken or refused', (_, text, error) => {
  expect(findComplaintError(text)).toBe(error)
})
