import { expect, test } from 'vitest'
import { formatPartialDate } from './partial-date.ts'

test('a date is written as fully as it was given', () => {
  expect(['2015-06-30', '2015-06', '2015'].map(formatPartialDate)).toEqual(['30 June 2015', 'June 2015', '2015'])
})

test('what is no date is left as it was typed', () => {
  expect(['', '2015-13', '2015-02-31', 'last year'].map(formatPartialDate)).toEqual([
    '',
    '2015-13',
    '2015-02-31',
    'last year',
  ])
})
