import { describe, expect, test } from 'vitest'
import {
  authorizationHeader,
  formatAmount,
  parseLagosTime,
  readAmount,
  readRrr,
  signGenerate,
  signStatus,
  toFields,
  unwrapJsonp,
} from './remita-wire.ts'

const demo = { merchantId: '2547916', serviceTypeId: '4430731', apiKey: '1946' }

describe('signatures', () => {
  test("a generate call is signed as in Remita's own example", () => {
    const hash = signGenerate(demo, { orderId: 'gk-ref-3', amount: '21000.00' })
    expect(hash).toMatch(/^4dc7aad11b958d42[0-9a-f]{104}56319388$/)
  })

  test("a status call is signed as in Remita's own example", () => {
    expect(signStatus(demo, 'gk-ref-3')).toMatch(/^d3ca690a43fd5112[0-9a-f]{102}389ec15f25$/)
  })

  test('the header has neither Bearer nor a space', () => {
    expect(authorizationHeader('2547916', 'abc')).toBe('remitaConsumerKey=2547916,remitaConsumerToken=abc')
  })
})

test.each([
  [1_250_000, '12500'],
  [2_100_050, '21000.50'],
  [100_005, '1000.05'],
  [7, '0.07'],
])('%i kobo are sent as %s naira', (kobo, text) => {
  expect(formatAmount(kobo)).toBe(text)
})

describe('an answer is read in every wrapper', () => {
  test.each([
    'jsonp ({"statuscode":"025"})',
    'jsonp({"statuscode":"025"})',
    'jsonp ({"statuscode":"025"});',
    '\n jsonp ( {"statuscode":"025"} ) ;\n',
    '{"statuscode":"025"}',
  ])('%j', (text) => {
    expect(unwrapJsonp(text)).toEqual({ statuscode: '025' })
  })

  test('with brackets inside its texts', () => {
    expect(unwrapJsonp('jsonp ({"status":"Wrong (again) :)"});')).toEqual({ status: 'Wrong (again) :)' })
  })

  test.each(['', 'jsonp', 'jsonp (', 'jsonp )(', '<html></html>', '{"status":', 'alert(1)'])(
    'but not when it is %j',
    (text) => {
      expect(unwrapJsonp(text)).toBeUndefined()
    },
  )
})

describe('fields', () => {
  test('are found in any capitalization, as strings or numbers, without empty ones', () => {
    const fields = toFields({
      RRR: ' 160358730447 ',
      orderID: 'a-1',
      Amount: 31500.0,
      message: '',
      bank: null,
      more: {},
      isTest: true,
    })
    expect(Object.fromEntries(fields ?? [])).toEqual({ rrr: '160358730447', orderid: 'a-1', amount: '31500' })
  })

  test.each([null, undefined, 'text', 7, [{ rrr: '160358730447' }]])('cannot be read from %j', (value) => {
    expect(toFields(value)).toBeNull()
  })

  test.each([
    ['160358730447', '160358730447'],
    [160358730447, '160358730447'],
    ['16035873044', null],
    ['1603587304471', null],
    ['16035873044x', null],
  ])('an RRR of %j is %j', (given, rrr) => {
    expect(readRrr(new Map([['rrr', String(given)]]))).toBe(rrr)
  })

  test.each([
    [31500.0, 3_150_000],
    ['31500.00', 3_150_000],
    ['1000.1', 100_010],
    [1.1, 110],
    [0, 0],
    ['-5', null],
    ['12,500', null],
    ['1e9', null],
    ['999999999999', 99_999_999_999_900],
    ['1000000000000', null],
    ['', null],
  ])('an amount of %j naira is %j kobo', (given, kobo) => {
    expect(readAmount(new Map([['amount', String(given)]]))).toBe(kobo)
  })
})

describe('a Nigerian local time is parsed', () => {
  test.each([
    ['2018-06-08 06:02:06 PM', '2018-06-08T17:02:06.000Z'],
    ['2018-06-08 06:02:06 am', '2018-06-08T05:02:06.000Z'],
    ['2019-12-11 12:00:00 AM', '2019-12-10T23:00:00.000Z'],
    ['2019-12-11 12:30:00 pm', '2019-12-11T11:30:00.000Z'],
    ['2020-12-20 11:17:03', '2020-12-20T10:17:03.000Z'],
    ['2020-12-20 00:00:00', '2020-12-19T23:00:00.000Z'],
    ['2020-12-20 23:17:03.0', '2020-12-20T22:17:03.000Z'],
  ])('%s', (text, iso) => {
    expect(parseLagosTime(text)?.toISOString()).toBe(iso)
  })

  test.each([
    '',
    'yesterday',
    '2018-06-08',
    '2018-13-08 06:02:06 PM',
    '2018-06-08 13:02:06 PM',
    '2018-06-08 00:02:06 AM',
    '2018-06-08 24:00:00',
    '12018-06-08 06:02:06 PM',
    '2018-06-08 06:02:06 PM UTC',
  ])('but not %j', (text) => {
    expect(parseLagosTime(text)).toBeNull()
  })
})
