import { expect, test } from 'vitest'
import { formatPartialDate } from './partial-date.ts'

test('a day, a month and a year are formatted as far as they are given', () => {
  expect(['2015-06-30', '2015-06', '2015'].map(formatPartialDate)).toEqual(['30 June 2015', 'June 2015', '2015'])
})

test('a text that is not a date stays as it is', () => {
  expect(['', '2015-13', '2015-02-31', 'last year'].map(formatPartialDate)).toEqual([
    '',
    '2015-13',
    '2015-02-31',
    'last year',
  ])
})
