import { expect, test } from 'vitest'
import { formatExamDate, parseExamDay, parseExamTime } from './exam.ts'

test.each([
  '2026-12-07',
  '2026-12-07T09:00:00Z',
  '7 December 2026',
  '7th December, 2026',
  'Monday, 7 December 2026',
  'December 7, 2026',
  '07/12/2026',
  '07-12-2026',
  ' 07/12/2026 ',
  '7 Dec. 2026',
])('the exam day %s is read, in any time zone', (text) => {
  expect(parseExamDay(text)).toEqual({ year: 2026, month: 12, day: 7 })
  expect(formatExamDate(text)).toBe('7 December 2026')
})

test.each(['', 'To be announced', '31 February 2027', '2026-13-01', 'December 2026'])(
  'the exam day %j is no day, and is shown as it is',
  (text) => {
    expect(parseExamDay(text)).toBeNull()
    expect(formatExamDate(text)).toBe(text)
  },
)

test.each([
  ['10:00 am', 600, null],
  ['9:00 AM', 540, null],
  ['10am', 600, null],
  ['12:30 p.m.', 750, null],
  ['12:15 am', 15, null],
  ['14:30', 870, null],
  ['23:59', 1439, null],
  ['12 noon', 720, null],
  ['10:00 am prompt', 600, null],
  ['10:00 am – 1:00 pm', 600, 780],
  ['9:00-11:30', 540, 690],
  ['2:00 to 4:00 pm', 840, 960],
  ['11:30 – 1:00 pm', 690, 780],
  ['2:00 am – 4:00 pm', 120, 960],
  ['2:00 – 16:00', 120, 960],
  // An end that does not follow the start is no end.
  ['4:00 pm – 2:00 pm', 960, null],
])('the exam time %s is read', (text, start, end) => {
  expect(parseExamTime(text)).toEqual({ start, end })
})

test.each(['', 'Morning', '10', '24:00', '13:00 pm', '10:60', '9:00 am and 2:00 pm', '1:00 - 2:00 - 3:00'])(
  'the exam time %j cannot be read',
  (text) => {
    expect(parseExamTime(text)).toBeNull()
  },
)
