import { expect, test } from 'vitest'
import type { CsvRecord } from './parse-csv.ts'
import { createSheetReader } from './workbook-sheet.ts'

const read = createSheetReader({ strings: [], dates: new Set(), is1904: false, maxRecords: 10 })
function readLine(line: string): CsvRecord[] | null {
  const records: CsvRecord[] = []
  const isReadable = read(`<row r="${line}"><c r="A1"><v>7</v></c></row>`, (record) => records.push(record))
  return isReadable ? records : null
}

test('a sheet has 1,048,576 lines, and nothing else is the number of one', () => {
  expect(readLine('1048576')).toEqual([{ line: 1_048_576, cells: ['7'] }])
  for (const line of ['1048577', '0', '-1', '1.5', '1e308', 'one', ''])
    expect([line, readLine(line)]).toEqual([line, null])
})

test('a number has the digits that Excel shows, not those in which it is stored', () => {
  const stored = ['12500.049999999999', '1.1000000000000001', '12499.999999999998', '5.0000000000000003E-2', '12500.5']
  const visible = ['12500.05', '1.1', '12500', '0.05', '12500.5']
  const whole = ['3.00000000001E11', '300000000001', '0803', '12345678901234567890']
  const cells = [...stored, ...whole].map((value) => `<c><v>${value}</v></c>`).join('')
  const records: CsvRecord[] = []
  read(`<row r="1">${cells}</row>`, (record) => records.push(record))
  expect(records[0]?.cells).toEqual([...visible, '300000000001', '300000000001', '0803', '12345678901234567890'])
})

test('a moment keeps its time, to the second, and a day has none', () => {
  const readMoments = createSheetReader({ strings: [], dates: new Set([1]), is1904: false, maxRecords: 10 })
  const stored = ['46387', '46387.999305555553', '46387.427256944444', '46387.00069444444']
  const cells = stored.map((value) => `<c s="1"><v>${value}</v></c>`).join('')
  const records: CsvRecord[] = []
  readMoments(`<row r="1">${cells}</row>`, (record) => records.push(record))
  expect(records[0]?.cells).toEqual(['2026-12-31', '2026-12-31 23:59', '2026-12-31 10:15:15', '2026-12-31 00:01'])
})
