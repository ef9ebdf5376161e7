import { expect, test } from 'vitest'
import { buildDoorList, buildDoorSeat, buildSeatsElsewhere } from '#tests/support/fixtures/door.ts'
import { findByCode, findByText, type KnownSeats } from './find-applicant.ts'

const list = buildDoorList([
  buildDoorSeat({ seatNumber: 1, number: 'APP-2024-000011', name: 'Oládípọ̀ Ṣadé Grace', codes: ['0123456789AB'] }),
  buildDoorSeat({
    seatNumber: 2,
    number: 'APP-2024-000012',
    name: 'Bello Amina',
    codes: ['1123456789AB', 'FEDCBA987654'],
  }),
  buildDoorSeat({ seatNumber: 3, number: 'APP-2024-000013', name: 'Bello-Sani Musa', codes: ['2123456789AB'] }),
])
const known: KnownSeats = { list, elsewhere: buildSeatsElsewhere(list) }
const seatOf = (verdict: ReturnType<typeof findByText>) => ('seat' in verdict ? verdict.seat.seatNumber : verdict.kind)

test.each([
  ['the address in a QR code', 'https://jobs.example.org/verify/0123456789AB', 1],
  ['the code of another slip of the same person', 'https://jobs.example.org/verify/FEDCBA987654', 2],
  ['a code with spaces, in lower case', '2123 4567-89ab', 3],
  ['a page of somebody else', 'https://example.com/menu', 'unknown'],
])('%s leads to the seat', (_, text, found) => {
  expect(seatOf(findByCode(known, text))).toBe(found)
})

test.each([
  ['a seat', ' 3 ', 3],
  ['an application number', 'app-2024-000012', 2],
  ['the code that is printed on the slip', '0123 4567 89AB', 1],
  ['a name without its accents', 'oladipo', 1],
  ['parts of a name in any order', 'musa bel', 3],
  ['a name that several have', 'bello', 'several'],
  ['a seat that the sitting has not', '4', 'unknown'],
  ['nothing', ' ', 'unknown'],
])('%s leads to the seat', (_, text, found) => {
  expect(seatOf(findByText(known, text))).toBe(found)
})

test('a seat at the same venue is of the wrong batch, one at another venue in the wrong hall', () => {
  expect(findByText(known, 'APP-2024-000021')).toMatchObject({
    kind: 'wrong_batch',
    seatNumber: 5,
    sitting: { label: 'Batch B' },
  })
  expect(findByCode(known, 'https://jobs.example.org/verify/AAAAAAAAAAAA')).toMatchObject({
    kind: 'wrong_hall',
    seatNumber: 9,
    number: 'APP-2024-000031',
  })
})

test('that nobody has a seat is certain only when every other sitting is known', () => {
  expect(findByText(known, 'APP-2024-999999')).toEqual({ kind: 'unknown', isCertain: true })
  expect(findByText({ list, elsewhere: null }, 'APP-2024-999999')).toEqual({ kind: 'unknown', isCertain: false })
  const some = { list, elsewhere: { ...buildSeatsElsewhere(list), isComplete: false } }
  expect(findByText(some, 'APP-2024-999999')).toEqual({ kind: 'unknown', isCertain: false })
})
