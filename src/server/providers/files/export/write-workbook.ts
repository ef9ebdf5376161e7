// Excel workbooks (.xlsx, ISO/IEC 29500) that are written while they are read. Text is written as text: nothing is a formula.
import { Readable } from 'node:stream'
import type { Cell } from '#shared/lists/exports/export-tables.ts'
import { type ArchiveEntry, createArchive } from '../store/archive.ts'
import { listWorkbookParts, sheetEnd, sheetStart, styles } from './workbook-frame.ts'

/** A table of the workbook. @param batches its rows; the first has the headings */
export interface SheetRows {
  name: string
  batches: AsyncIterable<readonly Cell[][]>
}

export interface SheetLimits {
  /** What Excel opens. */
  rows: number
  /** Readers without large archives stop at 4 GiB. */
  bytes: number
}

const defaults: SheetLimits = { rows: 1_048_576, bytes: 3_900_000_000 }
const maxCellLength = 32_767
const msPerDay = 86_400_000
/** Of 1970-01-01, as spreadsheets count days. */
const firstDay = 25_569

/** A table with more rows than a sheet takes goes on in the next one, below the headings again. */
export function writeWorkbook(
  sheets: Iterable<SheetRows>,
  madeAt: Date,
  limits: SheetLimits = defaults,
): AsyncIterable<Uint8Array> {
  return createArchive(listEntries(sheets, limits), madeAt)
}

async function* listEntries(sheets: Iterable<SheetRows>, limits: SheetLimits): AsyncGenerator<ArchiveEntry> {
  const names: string[] = []
  for (const { name, batches } of sheets) {
    const rows = createRowCursor(batches)
    const headings = (await rows.next()) ?? []
    do {
      names.push(createSheetName(name, names))
      yield {
        path: `xl/worksheets/sheet${names.length}.xml`,
        content: Readable.from(writeSheet(headings, rows, limits)),
        compression: 'fast',
      }
    } while (!(await rows.isAtEnd()))
  }
  for (const [path, text] of listWorkbookParts(names))
    yield { path, content: Readable.from([Buffer.from(text)]), compression: 'fast' }
}

async function* writeSheet(
  headings: readonly Cell[],
  rows: RowCursor,
  limits: SheetLimits,
): AsyncGenerator<Uint8Array> {
  let text = sheetStart + formatRow(headings, 1, styles.heading)
  let bytes = 0
  for (let row = 2; row <= limits.rows && bytes < limits.bytes; row++) {
    const cells = await rows.next()
    if (!cells) break
    text += formatRow(cells, row)
    if (text.length < chunkLength) continue
    const chunk = Buffer.from(text)
    bytes += chunk.length
    text = ''
    yield chunk
  }
  yield Buffer.from(text + sheetEnd)
}

/** Packed in one piece, which takes a processor about half a millisecond. */
const chunkLength = 32 * 1024

function formatRow(cells: readonly Cell[], row: number, style?: number): string {
  let text = `<row r="${row}">`
  for (const [index, cell] of cells.entries())
    if (cell !== null && cell !== '') text += formatCell(cell, `${getColumnName(index)}${row}`, style)
  return `${text}</row>`
}

function formatCell(cell: NonNullable<Cell>, place: string, style?: number): string {
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return formatDay(cell.day, place)
  const chosen = style ?? (/^[=+\-@]/.test(cell) ? styles.quoted : styles.plain)
  return `<c r="${place}" s="${chosen}" t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
}

function formatDay(day: string, place: string): string {
  const ms = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(ms)) return formatCell(day, place)
  return `<c r="${place}" s="${styles.day}"><v>${ms / msPerDay + firstDay}</v></c>`
}

const columnNames: string[] = []

/** A, B … Z, AA and so on. */
function getColumnName(index: number): string {
  columnNames[index] ??=
    `${index < 26 ? '' : getColumnName(Math.floor(index / 26) - 1)}${String.fromCharCode(65 + (index % 26))}`
  return columnNames[index]
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Characters that XML cannot hold are left out, and what looks like an escape of Excel is escaped itself. */
const escapeText = (text: string): string =>
  text
    .slice(0, maxCellLength)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot hold.
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>\r]/g, (character) => escapes[character] ?? '')

/** At most 31 characters, none of those that Excel refuses, and none twice. */
function createSheetName(name: string, taken: readonly string[]): string {
  const clean = name.replace(/[[\]:*?/\\]/g, ' ').trim() || 'Sheet'
  const lower = taken.map((one) => one.toLowerCase())
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : ` ${count}`
    const candidate = clean.slice(0, 31 - suffix.length) + suffix
    if (!lower.includes(candidate.toLowerCase())) return candidate
  }
}

interface RowCursor {
  /** Null at the end. */
  next(): Promise<readonly Cell[] | null>
  isAtEnd(): Promise<boolean>
}

function createRowCursor(batches: AsyncIterable<readonly Cell[][]>): RowCursor {
  const iterator = batches[Symbol.asyncIterator]()
  let batch: readonly Cell[][] = []
  let position = 0
  async function load(): Promise<boolean> {
    while (position >= batch.length) {
      const { done, value } = await iterator.next()
      if (done) return false
      batch = value
      position = 0
    }
    return true
  }
  return {
    next: async () => ((await load()) ? (batch[position++] ?? null) : null),
    isAtEnd: async () => !(await load()),
  }
}
