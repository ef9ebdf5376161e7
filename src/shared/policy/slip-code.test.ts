import { expect, test } from 'vitest'
import { isSlipCode, normalizeSlipCode } from './slip-code.ts'

test.each(['3F9A-02BC-77E1', '3f9a 02bc 77e1', ' 3F9A–02BC–77E1 ', '3f9ao2bc77el', '3F9A/02BC/77EI'])(
  'the code typed as %j is read',
  (typed) => {
    expect(normalizeSlipCode(typed)).toBe('3F9A02BC77E1')
    expect(isSlipCode(normalizeSlipCode(typed))).toBe(true)
  },
)

test.each(['', '3F9A', '3F9A02BC77E1F', '3F9A02BC77EG'])('%j is no code', (typed) => {
  expect(isSlipCode(normalizeSlipCode(typed))).toBe(false)
})
