import { expect, test } from 'vitest'
import { formatDay, formatTwelveHour, formatTwentyFourHour, parseKobo, remitaJson, wrapJson } from './wire.ts'

test.each([
  ['21000', 2_100_000],
  ['21000.5', 2_100_050],
  ['21000.00', 2_100_000],
  ['0.01', 1],
])('%s naira are %i kobo', (naira, kobo) => {
  expect(parseKobo(naira)).toBe(kobo)
})

test.each(['', '0', '-5', '1.234', '1,000', '1e3', ' 5', '0x10', 'NaN'])('%j is not an amount', (naira) => {
  expect(parseKobo(naira)).toBeUndefined()
})

test('an answer can be wrapped in each way that Remita uses', () => {
  const value = { statuscode: '025' }
  expect(wrapJson(value, 'jsonp')).toBe('jsonp ({"statuscode":"025"})')
  expect(wrapJson(value, 'tight')).toBe('jsonp({"statuscode":"025"})')
  expect(wrapJson(value, 'semicolon')).toBe('jsonp ({"statuscode":"025"});')
  expect(wrapJson(value, 'bare')).toBe('{"statuscode":"025"}')
})

test('whole amounts have a decimal, except zero', () => {
  expect(remitaJson({ amount: 31500 })).toBe('{"amount":31500.0}')
  expect(remitaJson({ amount: 101.61 })).toBe('{"amount":101.61}')
  expect(remitaJson({ amount: 0 })).toBe('{"amount":0}')
})

test('times are in Lagos time, so 23:00 UTC is the next day', () => {
  const lateEvening = new Date('2019-12-10T23:00:00Z')
  expect(formatTwelveHour(lateEvening)).toBe('2019-12-11 12:00:00 AM')
  expect(formatTwentyFourHour(lateEvening)).toBe('2019-12-11 00:00:00')
  expect(formatDay(lateEvening)).toBe('2019-12-11 00:00:00')
  expect(formatTwelveHour(new Date('2018-06-08T17:02:06Z'))).toBe('2018-06-08 06:02:06 PM')
  expect(formatTwelveHour(new Date('2018-06-08T11:30:00Z'))).toBe('2018-06-08 12:30:00 PM')
})
