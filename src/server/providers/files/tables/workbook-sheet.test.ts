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
