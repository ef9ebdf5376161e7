import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Cell } from '#shared/lists/exports/export-tables.ts'
import { readWorkbookSheets } from '#tests/support/fixtures/formats/read-workbook.ts'
import type { CsvRecord } from '../tables/parse-csv.ts'
import { readWorkbook } from '../tables/workbook.ts'
import { type SheetLimits, type SheetRows, writeWorkbook } from './write-workbook.ts'

async function* createBatches(batches: Cell[][][]) {
  yield* batches
}

function* createSheets(tables: Record<string, Cell[][][]>): Generator<SheetRows> {
  for (const [name, batches] of Object.entries(tables)) yield { name, batches: createBatches(batches) }
}

const write = (tables: Record<string, Cell[][][]>, limits?: SheetLimits) =>
  buffer(writeWorkbook(createSheets(tables), new Date('2024-12-31T00:00:00Z'), limits))

test('two other readers find the same cells', async () => {
  const rows: Cell[][] = [
    ['Name', 'Phone', 'Day', 'Count', 'Empty'],
    ['Ọlátúnjí & <Sons>', '08031234567', { day: '2024-02-29' }, 3, null],
    ['two\nlines\r\n "quoted"', '_x0041_', { day: '1999-12-31' }, 0.5, ''],
  ]
  const bytes = await write({ Applicants: [rows] })
  const [sheet] = await readWorkbookSheets(bytes)
  expect(sheet?.name).toBe('Applicants')
  expect(sheet?.rows[0]).toEqual(rows[0])
  const [name, phone, day, count] = sheet?.rows[1] ?? []
  expect([name, phone, count]).toEqual(['Ọlátúnjí & <Sons>', '08031234567', 3])
  expect((day as Date).toISOString().slice(0, 10)).toBe('2024-02-29')
  expect(sheet?.rows[2]?.[1]).toBe('_x0041_')
  const records: CsvRecord[] = []
  expect(await readWorkbook(bytes, (record) => records.push(record))).toBe(true)
  expect(records?.[1]?.cells.slice(0, 4)).toEqual(['Ọlátúnjí & <Sons>', '08031234567', '2024-02-29', '3'])
})

test('the columns after Z are AA and so on', async () => {
  const row = Array.from({ length: 54 }, (_, column) => column)
  const [sheet] = await readWorkbookSheets(await write({ Wide: [[row]] }))
  expect(sheet?.rows).toEqual([row])
})

test('a formula is text, and characters that XML cannot hold are left out', async () => {
  const bytes = await write({ Sheet: [[['Text']], [['=1+1'], ['@sum(1)'], ['a\u0000b\u001Fc\uD800']]] })
  const [sheet] = await readWorkbookSheets(bytes)
  expect(sheet?.rows.slice(1)).toEqual([['=1+1'], ['@sum(1)'], ['abc']])
  expect(sheet?.formulas).toEqual([])
})

test('a table with more rows than a sheet takes goes on in the next one, below its headings', async () => {
  const rows: Cell[][] = Array.from({ length: 7 }, (_, n) => [n + 1])
  const bytes = await write(
    { Applicants: [[['Number']], rows.slice(0, 2), [], rows.slice(2)] },
    { rows: 4, bytes: 1e9 },
  )
  const sheets = await readWorkbookSheets(bytes)
  expect(sheets.map((sheet) => [sheet.name, sheet.rows.flat()])).toEqual([
    ['Applicants', ['Number', 1, 2, 3]],
    ['Applicants 2', ['Number', 4, 5, 6]],
    ['Applicants 3', ['Number', 7]],
  ])
})

test('a table that fills a sheet exactly begins no other one, and one without rows has its headings', async () => {
  const bytes = await write({ Full: [[['Number'], [1], [2]]], Empty: [[['Number']]] }, { rows: 3, bytes: 1e9 })
  const sheets = await readWorkbookSheets(bytes)
  expect(sheets.map((sheet) => [sheet.name, sheet.rows.flat()])).toEqual([
    ['Full', ['Number', 1, 2]],
    ['Empty', ['Number']],
  ])
})

test('sheets have names that Excel takes, none twice', async () => {
  const long = 'Professional memberships and other associations'
  const bytes = await write({ 'A/B: [C]?': [[['x']]], [long]: [[['x']]], [`${long}!`]: [[['x']]] })
  const names = (await readWorkbookSheets(bytes)).map(({ name }) => name)
  expect(names).toEqual(['A B   C', long.slice(0, 31), `${long.slice(0, 29)} 2`])
})

test('a text longer than a cell is cut', async () => {
  const bytes = await write({ Sheet: [[['Text'], ['x'.repeat(40_000)]]] })
  const [sheet] = await readWorkbookSheets(bytes)
  expect(String(sheet?.rows[1]?.[0]).length).toBe(32_767)
})
