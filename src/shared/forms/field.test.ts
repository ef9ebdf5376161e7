import { expect, test } from 'vitest'
import { isEmail } from './field.ts'

/** Of so many characters. */
const createAddress = (length: number) => `a@${'b'.repeat(length - '.example'.length - 2)}.example`

test('an email address has 254 characters at most, which is what mail servers take', () => {
  expect(createAddress(254)).toHaveLength(254)
  expect([isEmail(createAddress(254)), isEmail(createAddress(255))]).toEqual([true, false])
})

test.each([
  'nobody',
  'a@b',
  'a@b.',
  'a@@b.example',
  'a b@c.example',
  'a@b.example,c@d.example',
  'a@b.example\r\nBcc: c@d.example',
  '"a"@b.example',
  '<a@b.example>',
])('%j is no email address', (address) => {
  expect(isEmail(address)).toBe(false)
})
