import { expect, test } from 'vitest'
import { dayOnly, koboOf, remitaJson, twelveHourTime, twentyFourHourTime, wrapped } from './wire.ts'

test.each([
  ['21000', 2_100_000],
  ['21000.5', 2_100_050],
  ['21000.00', 2_100_000],
  ['0.01', 1],
])('%s naira are %i kobo', (naira, kobo) => {
  expect(koboOf(naira)).toBe(kobo)
})

test.each(['', '0', '-5', '1.234', '1,000', '1e3', ' 5', '0x10', 'NaN'])('%j is no amount', (naira) => {
  expect(koboOf(naira)).toBeUndefined()
})

test('an answer can be wrapped in each of the ways seen on the wire', () => {
  const value = { statuscode: '025' }
  expect(wrapped(value, 'jsonp')).toBe('jsonp ({"statuscode":"025"})')
  expect(wrapped(value, 'tight')).toBe('jsonp({"statuscode":"025"})')
  expect(wrapped(value, 'semicolon')).toBe('jsonp ({"statuscode":"025"});')
  expect(wrapped(value, 'bare')).toBe('{"statuscode":"025"}')
})

test('whole amounts carry a decimal, and zero does not', () => {
  expect(remitaJson({ amount: 31500 })).toBe('{"amount":31500.0}')
  expect(remitaJson({ amount: 101.61 })).toBe('{"amount":101.61}')
  expect(remitaJson({ amount: 0 })).toBe('{"amount":0}')
})

test('times are those of Lagos, an hour before UTC midnight being the next day', () => {
  const lateEvening = new Date('2019-12-10T23:00:00Z')
  expect(twelveHourTime(lateEvening)).toBe('2019-12-11 12:00:00 AM')
  expect(twentyFourHourTime(lateEvening)).toBe('2019-12-11 00:00:00')
  expect(dayOnly(lateEvening)).toBe('2019-12-11 00:00:00')
  expect(twelveHourTime(new Date('2018-06-08T17:02:06Z'))).toBe('2018-06-08 06:02:06 PM')
  expect(twelveHourTime(new Date('2018-06-08T11:30:00Z'))).toBe('2018-06-08 12:30:00 PM')
})
