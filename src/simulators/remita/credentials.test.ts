import { expect, test } from 'vitest'
import { demoCredentials, generateHash, readAuthorization, statusHash } from './credentials.ts'

test('the hash of a generate request is the one of the public demo credentials', () => {
  const hash = generateHash(demoCredentials, { orderId: 'gk-ref-3', amount: '21000.00' })
  expect(hash).toMatch(/^4dc7aad11b958d42[0-9a-f]{104}56319388$/)
})

test('the hash of a status request is the one of the public demo credentials', () => {
  expect(statusHash(demoCredentials, 'gk-ref-3')).toMatch(/^d3ca690a43fd5112[0-9a-f]{102}389ec15f25$/)
})

test.each([
  ['Bearer in front', 'Bearer remitaConsumerKey=1,remitaConsumerToken=2'],
  ['a space after the comma', 'remitaConsumerKey=1, remitaConsumerToken=2'],
  ['no token', 'remitaConsumerKey=1'],
  ['nothing', undefined],
])('an Authorization header with %s is invalid', (_what, header) => {
  expect(readAuthorization(header)).toBeUndefined()
})

test('an Authorization header contains the merchant and the hash', () => {
  expect(readAuthorization('remitaConsumerKey=1,remitaConsumerToken=2')).toEqual({ merchantId: '1', hash: '2' })
})
