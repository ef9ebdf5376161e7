import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxTurnMs, measureEventLoop } from '#tests/support/api/event-loop.ts'
import { createWorkbookFile } from '#tests/support/fixtures/formats/workbook-file.ts'
import { readZip } from '../inspect/zip-archive.ts'
import { createThreadedTableReader, type ThreadedTableReader } from './threaded-table-reader.ts'

let reader: ThreadedTableReader
beforeAll(() => {
  reader = createThreadedTableReader()
})
afterAll(() => reader.close())

async function readRecords(bytes: Buffer) {
  const result = await reader.read(bytes, 'somebody')
  if (result.kind !== 'table') return result
  const records = []
  for await (const batch of result.readBatches()) records.push(...batch)
  return records
}

test('a workbook has the records of its first visible sheet, with dates, long numbers and formulas as text', async () => {
  const file = createWorkbookFile([
    ['Name', 'Born', 'Phone', 'Sum'],
    [],
    ['Oládípò & Sons', { date: '1985-06-15' }, 8_031_234_567, { formula: 'SUM(A1:A2)' }],
    [{ inline: ' inline ' }, 41_000.5],
  ])
  expect(await readRecords(file)).toEqual([
    { line: 1, cells: ['Name', 'Born', 'Phone', 'Sum'] },
    { line: 3, cells: ['Oládípò & Sons', '1985-06-15', '8031234567', '=SUM(A1:A2)'] },
    { line: 4, cells: ['inline', '41000.5'] },
  ])
})

test('a list that Excel has saved as Unicode text is read, in whichever order its bytes are', async () => {
  const bytes = Buffer.from('\uFEFFName\tPost\r\nOládípọ̀\tLecturer, II\r\n', 'utf16le')
  const records = [
    { line: 1, cells: ['Name', 'Post'] },
    { line: 2, cells: ['Oládípọ̀', 'Lecturer, II'] },
  ]
  expect(await readRecords(bytes)).toEqual(records)
  expect(await readRecords(Buffer.from(bytes).swap16())).toEqual(records)
  expect(await readRecords(bytes.subarray(2))).toEqual({ kind: 'unreadable' })
})

const sheet = (content: string) => [
  { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${content}</sheetData></worksheet>` },
]

test('cells that are left out stay empty, exponents are written out, other number formats show no date, and runs of a text are joined', async () => {
  const row = `<row r="7"><c r="B7"><v>8.031234567E9</v></c><c r="D7" t="inlineStr"><is><r><t>Be</t></r>\n<rPh><t>x</t></rPh><r><t>llo</t></r></is></c><c r="E7" s="2"><v>0.5</v></c><c r="F7"><f>1+1</f>
    <v>2</v></c><c r="G7"><v>one</v></c></row>`
  expect(await readRecords(createWorkbookFile([], sheet(row)))).toEqual([
    { line: 7, cells: ['', '8031234567', '', 'Bello', '0.5', '=1+1', 'one'] },
  ])
})

test('merged cells have their text in the first of them, errors of the spreadsheet stay visible, and cells that are only formatted are none', async () => {
  const rows = `<row r="1"><c r="A1"><v>1</v></c><c r="B1" s="1"/><c r="C1" t="e"><v>#REF!</v></c><c r="D1" t="b"><v>1</v></c></row>
    <row r="2"><c r="A2"/></row><row r="3"><c r="A3"><v>2</v></c><c r="B3" s="1"/><c r="C3" t="inlineStr"><is><t> </t></is></c></row>`
  const parts = sheet(rows).map((part) => ({
    ...part,
    content: part.content.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>'),
  }))
  expect(await readRecords(createWorkbookFile([], parts))).toEqual([
    { line: 1, cells: ['1', '', '#REF!', 'TRUE'] },
    { line: 3, cells: ['2'] },
  ])
})

test('a line break that Excel has written as a code is one, and what only looks like a code stays', async () => {
  const file = createWorkbookFile([
    ['Bello_x000D_', { inline: 'Zaria_x000D_\nKaduna' }, 'a_x005F_x000D_b', 'max_x1000_'],
  ])
  expect(await readRecords(file)).toEqual([{ line: 1, cells: ['Bello', 'Zaria\r\nKaduna', 'a_x000D_b', 'max_x1000_'] }])
})

test('a workbook whose days count from 1904 has the same dates', async () => {
  const workbook = {
    name: 'xl/workbook.xml',
    content: '<workbook>\n<workbookPr date1904="1"/>\n<sheets><sheet name="List" r:id="rId1"/></sheets></workbook>',
  }
  const row = '<row r="1"><c r="A1" s="1"><v>1</v></c></row>'
  expect(await readRecords(createWorkbookFile([], [workbook, ...sheet(row)]))).toEqual([
    { line: 1, cells: ['1904-01-02'] },
  ])
})

test('a number is a date in the built-in formats of dates, and in own ones that name a day, month or year', async () => {
  const [dates, numbers] = [
    [14, 22, 27, 36, 45, 47, 50, 58],
    [13, 23, 26, 37, 44, 48, 49, 59],
  ]
  const own = ['d/m', '[Red]0', '&quot;day&quot;0', '[$-409]yyyy']
  const styles = [...dates, ...numbers, ...own.map((_, n) => 164 + n)]
  const formats = own.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`)
  const parts = [
    {
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
        <cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    ...sheet(styles.map((_, n) => `<row r="${n + 1}"><c r="A${n + 1}" s="${n}"><v>1</v></c></row>`).join('')),
  ]
  const [date, number] = ['1899-12-31', '1']
  const records = await readRecords(createWorkbookFile([], parts))
  expect(records).toEqual(
    [...dates.map(() => date), ...numbers.map(() => number), date, number, number, date].map((text, n) => ({
      line: n + 1,
      cells: [text],
    })),
  )
})

test('of a text or formula no more than 1,000 characters are read', async () => {
  const long = 'x'.repeat(1_200)
  const runs = `<row r="2"><c r="A2" t="inlineStr"><is><r><t>${long}</t></r><r><t>${long}</t></r></is></c></row>`
  const file = createWorkbookFile([[long, { formula: long }]])
  expect(await readRecords(file)).toEqual([{ line: 1, cells: ['x'.repeat(1_000), `=${'x'.repeat(1_000)}`] }])
  expect(await readRecords(createWorkbookFile([], sheet(runs)))).toEqual([{ line: 2, cells: ['x'.repeat(1_000)] }])
})

test('a sheet is found by its path from the root of the file, too', async () => {
  const relations = {
    name: 'xl/_rels/workbook.xml.rels',
    content: `<Relationships><Relationship Id="rId2" Target="styles.xml"/>
      <Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>`,
  }
  expect(await readRecords(createWorkbookFile([['a']], [relations]))).toEqual([{ line: 1, cells: ['a'] }])
})

test('the code of a character that no text has stays a code', async () => {
  const cell = '<c r="A1" t="inlineStr"><is><t>a&#0;&#xD800;&#65;</t></is></c>'
  const file = createWorkbookFile([], sheet(`<row r="1">${cell}</row>`))
  expect(await readRecords(file)).toEqual([{ line: 1, cells: ['a&#0;&#xD800;A'] }])
})

test('a chart on a sheet of its own in the first place is passed over', async () => {
  const parts = [
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook><sheets><sheet name="Chart1" r:id="rId2"/><sheet name="List" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartsheet" Target="chartsheets/sheet1.xml"/>
        <Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: 'xl/chartsheets/sheet1.xml', content: '<chartsheet><drawing r:id="rId1"/></chartsheet>' },
  ]
  expect(await readRecords(createWorkbookFile([['a']], parts))).toEqual([{ line: 1, cells: ['a'] }])
})

const MiB = 1024 * 1024

const createParts = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `xl/media/${n}`, content: '' }))

test('a workbook may have 500 parts', async () => {
  expect(await readRecords(createWorkbookFile([['a']], createParts(494)))).toEqual([{ line: 1, cells: ['a'] }])
})

test('a workbook may unpack to 1 MiB, however small it is', async () => {
  const fill = (length: number) => createWorkbookFile([['a']], [{ name: 'xl/media/1', content: ' '.repeat(length) }])
  const entries = (await readZip(fill(0), 500)) ?? []
  const rest = entries.reduce((left, { size }) => left - size, MiB)
  expect(await readRecords(fill(rest))).toEqual([{ line: 1, cells: ['a'] }])
  expect(await readRecords(fill(rest + 1))).toEqual({ kind: 'unreadable' })
})

test.each([
  ['has more than 500 parts', createParts(495)],
  ['unpacks to more than a hundred times its size', sheet(' '.repeat(2 * MiB))],
  [
    'defines entities in its styles',
    [{ name: 'xl/styles.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><styleSheet/>' }],
  ],
  [
    'defines entities in its texts',
    [{ name: 'xl/sharedStrings.xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><sst/>' }],
  ],
  ['defines entities in its relations', [{ name: 'xl/_rels/workbook.xml.rels', content: '<!DOCTYPE a>' }]],
  ['unpacks to more than 60 MB', [{ name: 'xl/media/1', content: randomBytes(MiB), declared: { size: 61 * MiB } }]],
  ['defines entities', sheet('<!DOCTYPE a [<!ENTITY b "c">]><row r="1"><c r="A1"><v>&b;</v></c></row>')],
  ['has a cell in column ZZZ', sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row>')],
  ['has a cell in no column', sheet('<row r="1"><c r="1"><v>1</v></c></row>')],
  ['numbers a row 1e308', sheet('<row r="1e308"><c r="A1"><v>1</v></c></row>')],
  ['numbers a row 0', sheet('<row r="0"><c r="A1"><v>1</v></c></row>')],
  ['numbers a row 1.5', sheet('<row r="1.5"><c r="A1"><v>1</v></c></row>')],
  ['has two cells in one place', sheet('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>')],
  [
    'refers to a sheet outside',
    [
      {
        name: 'xl/_rels/workbook.xml.rels',
        content:
          '<Relationships><Relationship Id="rId1" TargetMode="External" Target="http://example.org/x"/></Relationships>',
      },
    ],
  ],
  ['has a character 0', sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>a\0</t></is></c></row>')],
  ['has a damaged sheet', [{ name: 'xl/worksheets/sheet1.xml', content: '<row/>', declared: { crc: 1 } }]],
])('a workbook that %s is unreadable', async (_, parts) => {
  expect(await readRecords(createWorkbookFile([], parts))).toEqual({ kind: 'unreadable' })
})

test('a list of more than 20,000 lines is refused, and reading one never holds the event loop', async () => {
  const rows = Array.from({ length: 20_001 }, (_, index) => [`name ${index}`, 'b', 'c'])
  const file = createWorkbookFile(rows)
  const longer = createWorkbookFile([...rows, ['one', 'more', 'line'], ['and', 'another', 'one']])
  await readRecords(createWorkbookFile([['a']]))
  const { maxMs } = await measureEventLoop(async () => {
    expect(await readRecords(file)).toHaveLength(20_001)
    expect(await readRecords(longer)).toEqual({
      kind: 'invalid',
      error: { line: 20_002, reason: 'the list is longer than 20,000 lines: split it into several files' },
    })
  })
  expect(maxMs).toBeLessThan(maxTurnMs)
}, 30_000)

test('a file that takes too long or too much memory is unreadable', async () => {
  const slow = createThreadedTableReader({ timeoutMs: 1 })
  const file = createWorkbookFile(Array.from({ length: 5_000 }, (_, index) => [`name ${index}`]))
  expect(await slow.read(file, 'somebody')).toEqual({ kind: 'unreadable' })
  await slow.close()
})
