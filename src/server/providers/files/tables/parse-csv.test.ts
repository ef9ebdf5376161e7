import { expect, test } from 'vitest'
import { type CsvRecord, parseCsv, readCsv } from './parse-csv.ts'

function readRecords(text: string): CsvRecord[] {
  const result = parseCsv(text)
  if ('error' in result) throw new Error(`line ${result.error.line} ${result.error.reason}`)
  return result.records
}
const readCells = (text: string) => readRecords(text).map(({ cells }) => cells)

test('cells are separated by commas, records by any line break, and spaces around cells do not count', () => {
  expect(readCells('a, b ,c\r\nd,e,f\ng,h,i\rj,k,l')).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
    ['g', 'h', 'i'],
    ['j', 'k', 'l'],
  ])
})

test('an error of the caller, which takes the records, is no error of the file', () => {
  const fail = () => {
    throw new Error('The records are not wanted.')
  }
  expect(() => readCsv(Buffer.from('a,b'), fail)).toThrow('The records are not wanted.')
})

test('a quoted cell may contain commas, quotes and line breaks', () => {
  expect(readCells('"Lecturer II (Business, Law)","the ""old"" one","two\nlines",""')).toEqual([
    ['Lecturer II (Business, Law)', 'the "old" one', 'two\nlines', ''],
  ])
})

test('a record has the line on which it begins; empty lines and a byte order mark are left out', () => {
  expect(readRecords('\uFEFFname\n\n"two\nlines"\n,,\nlast')).toEqual([
    { line: 1, cells: ['name'] },
    { line: 3, cells: ['two\nlines'] },
    { line: 6, cells: ['last'] },
  ])
})

test('records after a quoted cell with Windows line breaks keep their lines', () => {
  expect(readRecords('name\r\n"two\r\nlines"\r\nlast').map(({ line }) => line)).toEqual([1, 2, 4])
})

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
])('cells may be separated by %s, which the headings tell', (_, delimiter) => {
  const lines = [
    ['"Name, in full"', 'Role'],
    ['"Bello, Amina"', 'Lecturer II (Business, Law)'],
    ['', 'x'],
  ]
  for (const before of ['\uFEFF', '\r\n  \r\n'])
    expect(readCells(before + lines.map((cells) => cells.join(delimiter)).join('\r\n'))).toEqual([
      ['Name, in full', 'Role'],
      ['Bello, Amina', 'Lecturer II (Business, Law)'],
      ['', 'x'],
    ])
})

test.each([
  ['Federal Polytechnic, Ede;;\n;;\n', ';'],
  ['"Federal Polytechnic, Ede",,\n', ','],
])('the title %j does not tell what separates cells', (title, delimiter) => {
  const rows = [
    ['S/N', 'Name', 'Score'],
    ['1', 'Bello', delimiter === ';' ? '55,5' : '55.5'],
  ]
  expect(readCells(title + rows.map((cells) => cells.join(delimiter)).join('\n')).slice(1)).toEqual(rows)
})

test('text that is written as a formula, so that a spreadsheet keeps its digits, is that text', () => {
  const lines = ['="RRR",amount', '="012345678901",="12,500.00"', '"=""012345678902""",a', '=1+1,"=""1""&A1"']
  expect(readCells(lines.join('\n'))).toEqual([
    ['RRR', 'amount'],
    ['012345678901', '12,500.00'],
    ['012345678902', 'a'],
    ['=1+1', '="1"&A1'],
  ])
})

test.each(['', '\uFEFF'])('a line before the headings may name what separates cells, and is no record', (mark) => {
  const text = `${mark}sep=|\r\nname, in full|role\r\nBello|Lecturer, II`
  expect(parseCsv(text)).toEqual({
    records: [
      { line: 2, cells: ['name, in full', 'role'] },
      { line: 3, cells: ['Bello', 'Lecturer, II'] },
    ],
  })
})

test('a semicolon in a list with commas is text', () => {
  expect(readCells('name,role\n"Bello";x,Lecturer;II'.replaceAll('"', ''))).toEqual([
    ['name', 'role'],
    ['Bello;x', 'Lecturer;II'],
  ])
})

test('an empty file has no records', () => {
  expect(parseCsv('')).toEqual({ records: [] })
})

test.each([
  ['name,role\n\n"Bello,Lecturer\nEze,Lecturer\nObi,Lecturer', 3, 'has a quote that is never closed'],
  [
    'name,role\nBello,Lecturer\nEze "Obi" Ada,Lecturer',
    3,
    'has a quote in the wrong place; a quote inside a quoted cell must be doubled',
  ],
  [
    'name,role\n"Bello,Lecturer\n"Eze",Lecturer',
    2,
    'has a quote in the wrong place; a quote inside a quoted cell must be doubled',
  ],
])('the line of a wrong quote is reported: %j', (text, line, reason) => {
  expect(parseCsv(text)).toEqual({ error: { line, reason } })
})

test('a record longer than 20 kB is refused with its line, so that an unclosed quote does not swallow the file', () => {
  expect(parseCsv(`name\nBello\n"Eze${'\nObi'.repeat(10_000)}`)).toEqual({
    error: { line: 3, reason: 'is longer than 20000 bytes; perhaps a quote is never closed' },
  })
})

test('a file of more than 100,000 lines is refused before it is read, be they empty', () => {
  expect(readRecords(`a${'\n'.repeat(100_000)}`)).toHaveLength(1)
  for (const line of ['\n', ',\n', 'a\n'])
    expect(parseCsv(`${line.repeat(100_000)}a`)).toEqual({
      error: { line: 100_001, reason: 'the file is longer than 100,000 lines' },
    })
})

test('a file of more than ten million characters is refused', () => {
  expect(parseCsv('a\n'.repeat(5_000_001))).toEqual({
    error: { line: 1, reason: 'the file is longer than 10000000 characters' },
  })
})
