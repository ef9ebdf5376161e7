import { expect, test } from 'vitest'
import { csvRecords } from './csv-records.ts'

const cells = (text: string) => csvRecords(text).map((record) => record.cells)

test('cells are separated by commas, records by any line break, and spaces around cells do not count', () => {
  expect(cells('a, b ,c\r\nd,e,f\ng,h,i\rj,k,l')).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
    ['g', 'h', 'i'],
    ['j', 'k', 'l'],
  ])
})

test('a quoted cell may hold commas, quotes and line breaks', () => {
  expect(cells('"Lecturer II (Business, Law)","the ""old"" one","two\nlines",""')).toEqual([
    ['Lecturer II (Business, Law)', 'the "old" one', 'two\nlines', ''],
  ])
})

test('a record is known by the line it begins on, empty lines and the mark of a spreadsheet left out', () => {
  expect(csvRecords('\uFEFFname\n\n"two\nlines"\n,,\nlast')).toEqual([
    { line: 1, cells: ['name'] },
    { line: 3, cells: ['two\nlines'] },
    { line: 6, cells: ['last'] },
  ])
})

test('an empty text has no records', () => {
  expect(csvRecords('')).toEqual([])
})
