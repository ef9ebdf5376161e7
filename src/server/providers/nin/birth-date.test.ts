import { expect, test } from 'vitest'
import { parseBirthDate } from './birth-date.ts'

test.each([
  ['21-01-1990', '1990-01-21'],
  ['1990-01-21', '1990-01-21'],
  ['21 JAN 1990', '1990-01-21'],
  ['21-Jan-1990', '1990-01-21'],
  ['1 september 2000', '2000-09-01'],
  ['21/01/1990', '1990-01-21'],
  [' 1-2-1990 ', '1990-02-01'],
  ['29-02-2000', '2000-02-29'],
])('%j is %s', (text, date) => {
  expect(parseBirthDate(text)).toBe(date)
})

test.each([
  '',
  'unknown',
  '29-02-1990',
  '32-01-1990',
  '01-13-1990',
  '21 FOO 1990',
  '00-00-0000',
  '1990-01',
  '21-01-90',
  '1890-01-21',
  '21-01-2190',
  '21 JAN1 1990',
  '21 1JAN 1990',
  '21 001 1990',
  '21 01 1990 x',
  '1990-01-21T00:00',
])('%j is not a date', (text) => {
  expect(parseBirthDate(text)).toBe('')
})
