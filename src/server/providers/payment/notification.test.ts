import { expect, test } from 'vitest'
import { readNotifiedRrrs } from './notification.ts'

const notification = {
  rrr: '110002071256',
  channnel: 'CARDPAYMENT',
  channel: 'CARDPAYMENT',
  billerName: 'Example',
  amount: 200.0,
  transactiondate: '2020-12-20 00:00:00',
  debitdate: '2020-12-20 11:17:03',
  orderId: '6954148807',
  customFieldData: [{ DESCRIPTION: 'rrr', COLVAL: '999999999999' }],
  parentRRRDetails: {},
  chargeFee: 101.61,
}

test.each<[string, unknown]>([
  ['a list', [notification]],
  ['a single object', notification],
  ['the RRR alone', [{ rrr: '110002071256' }]],
  ['other capitalization', [{ RRR: '110002071256', CHANNNEL: 'WEB' }]],
  ['a number', [{ rrr: 110002071256 }]],
  ['spaces around', [{ Rrr: ' 110002071256 ' }]],
  ['a repeated RRR', [notification, notification]],
  ['garbage beside it', [null, 'x', 7, [], [notification], { rrr: 'abc' }, { rrr: { $gt: '' } }, notification]],
])('the RRR is found in %s', (_what, body) => {
  expect(readNotifiedRrrs(body)).toEqual(['110002071256'])
})

test.each([
  null,
  undefined,
  '',
  'Ok',
  42,
  true,
  [],
  {},
  [[]],
  { rrr: '' },
  { rrr: '11000207125' },
  { rrr: ['110002071256'] },
])('nothing is found in %j', (body) => {
  expect(readNotifiedRrrs(body)).toEqual([])
})

test('at most a hundred are read, in order', () => {
  const body = Array.from({ length: 250 }, (_, i) => ({ rrr: String(110_000_000_000 + i) }))
  const found = readNotifiedRrrs(body)
  expect(found).toHaveLength(100)
  expect(found[99]).toBe('110000000099')
})
