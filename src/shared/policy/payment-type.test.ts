import { expect, test } from 'vitest'
import { formatPaymentType } from './payment-type.ts'

test.each([
  ['CARDPAYMENT', 'Card payment'],
  ['cardpayment', 'Card payment'],
  ['BRANCH', 'Bank branch'],
  ['INTERNET_BANKING', 'Internet banking'],
  ['POS', 'POS'],
  ['Remita', 'Remita'],
  ['', ''],
])('the payment type %j is shown as %j', (type, label) => {
  expect(formatPaymentType(type)).toBe(label)
})
