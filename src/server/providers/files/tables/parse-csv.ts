import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync'
import { formatCount } from '#shared/format/numbers.ts'

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  line: number
  cells: string[]
}

export interface CsvSyntaxError {
  line: number
  reason: string
}

const maxFileLength = 10_000_000
const maxRecordBytes = 20_000

const misplacedQuote = 'has a quote in the wrong place; a quote inside a quoted cell must be doubled'
const reasons: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: misplacedQuote,
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: misplacedQuote,
  INVALID_OPENING_QUOTE: misplacedQuote,
  CSV_MAX_RECORD_SIZE: `is longer than ${maxRecordBytes} bytes; perhaps a quote is never closed`,
}

/** The records of a CSV file (RFC 4180) without the empty ones, or the line of the first error. */
export function parseCsv(text: string): { records: CsvRecord[] } | { error: CsvSyntaxError } {
  const records: CsvRecord[] = []
  const error = readCsv(Buffer.from(text), (record) => records.push(record))
  return error ? { error } : { records }
}

/**
 * Reads a CSV file (RFC 4180) record by record, without the empty ones.
 * @param bytes UTF-8; they are changed. As one string they would take twice the memory, and more with each step of reading it.
 * @param maxLines with the empty ones that a spreadsheet may add
 * @returns the line of the first error
 */
export function readCsv(
  bytes: Buffer,
  onRecord: (record: CsvRecord) => unknown,
  maxLines = 100_000,
): CsvSyntaxError | null {
  if (bytes.length > maxFileLength) return { line: 1, reason: `the file is longer than ${maxFileLength} characters` }
  const normalized = normalizeLineBreaks(bytes)
  if (hasMoreLines(normalized, maxLines))
    return { line: maxLines + 1, reason: `the file is longer than ${formatCount(maxLines)} lines` }
  const delimiter = takeDelimiter(normalized)
  removeTextSigns(normalized, delimiter)
  let lastLine = 0
  try {
    parse(normalized, {
      bom: true,
      trim: true,
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      on_record(cells: string[], { lines }) {
        // The library counts to the end of the record.
        const record = { line: lines - countLineBreaks(cells), cells: cells.map(readCell) }
        lastLine = lines
        if (record.cells.some((cell) => cell !== '')) onRecord(record)
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { line: findNextRecord(normalized, lastLine), reason: reasons[error.code] ?? 'cannot be read' }
  }
  return null
}

/** `="0123"` is how programs write digits that no spreadsheet shall take for a number; without more quotes its sign becomes a space. */
const readCell = (cell: string) => cell.trim().replace(/^="([^"]*)"$/, '$1')

/** Makes a space of the sign before the quote with which a cell begins: otherwise the quote would be in the wrong place. */
function removeTextSigns(bytes: Buffer, delimiter: string): void {
  const starts = new Set([undefined, lineFeed, delimiter.charCodeAt(0)])
  for (let at = bytes.indexOf('="'); at !== -1; at = bytes.indexOf('="', at + 1))
    if (starts.has(bytes[at - 1])) bytes[at] = space
}

const [lineFeed, carriageReturn, space] = [10, 13, 32]

/** In the same memory, with one kind of line break. */
function normalizeLineBreaks(bytes: Buffer): Buffer {
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const isBreak = bytes[at] === carriageReturn
    if (isBreak && bytes[at + 1] === lineFeed) continue
    bytes[length++] = isBreak ? lineFeed : (bytes[at] ?? 0)
  }
  return bytes.subarray(0, length)
}

function hasMoreLines(bytes: Buffer, max: number): boolean {
  let at = -1
  for (let lines = 0; lines < max; lines += 1) {
    at = bytes.indexOf(lineFeed, at + 1)
    if (at === -1) return false
  }
  return at + 1 < bytes.length
}

/** Programs that write for Excel may name it in a line before the headings, such as `sep=;`, which is emptied here. */
function takeDelimiter(bytes: Buffer): string {
  const end = bytes.indexOf(lineFeed)
  const named = /^\ufeff?"?sep=([,;|\t])"?$/i.exec(bytes.toString('utf8', 0, end))?.[1]
  if (end === -1 || named === undefined) return findDelimiter(bytes)
  bytes.fill(' ', 0, end)
  return named
}

/** Excel writes semicolons where the comma is the decimal sign, and tabs for "Unicode text". A title has one cell, perhaps with a comma in it. */
function findDelimiter(bytes: Buffer): string {
  for (const line of readFirstLines(bytes)) {
    const unquoted = line.replace(/"[^"]*"/g, 'quoted')
    const [delimiter, cells] = [',', ';', '\t']
      .map((one) => [one, unquoted.split(one)] as const)
      .reduce((best, one) => (one[1].length > best[1].length ? one : best))
    if (cells.filter((cell) => cell.trim() !== '').length > 1) return delimiter
  }
  return ','
}

/** Those among which the headings are. */
const firstLines = 25

function* readFirstLines(bytes: Buffer): Generator<string> {
  let from = 0
  for (let line = 0; line < firstLines && from < bytes.length; line += 1) {
    const found = bytes.indexOf(lineFeed, from)
    const end = found === -1 ? bytes.length : found
    yield bytes.toString('utf8', from, end)
    from = end + 1
  }
}

const countLineBreaks = (cells: string[]) => cells.join('').split('\n').length - 1

/** The first line after this one that is not empty. */
function findNextRecord(bytes: Buffer, afterLine: number): number {
  const index = bytes
    .toString()
    .split('\n')
    .findIndex((line, at) => at >= afterLine && line.trim() !== '')
  return index + 1
}
