import { expect, test } from 'vitest'
import { formatPaymentType, toPaymentType } from './payment-type.ts'

test.each([
  ['CARDPAYMENT', 'Card payment'],
  ['cardpayment', 'Card payment'],
  ['BRANCH', 'Bank branch'],
  ['INTERNET_BANKING', 'Internet banking'],
  ['POS', 'POS'],
  ['USSD', 'USSD'],
  ['Pay with Remita', 'Pay with Remita'],
  ['', ''],
])('the payment type %j is shown as %j', (type, label) => {
  expect(formatPaymentType(type)).toBe(label)
})

test.each([
  ['branch', 'BRANCH'],
  ['Bank branch', 'BRANCH'],
  ['ONLINE', 'WEB'],
  ['Wallet', 'Wallet'],
])('the payment type of a file, %j, is %j', (text, type) => {
  expect(toPaymentType(text)).toBe(type)
})
