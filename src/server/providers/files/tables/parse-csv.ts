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
  const error = readCsv(text, (record) => records.push(record))
  return error ? { error } : { records }
}

/**
 * Reads a CSV file (RFC 4180) record by record, without the empty ones.
 * @param maxLines with the empty ones that a spreadsheet may add
 * @returns the line of the first error
 */
export function readCsv(
  text: string,
  onRecord: (record: CsvRecord) => unknown,
  maxLines = 100_000,
): CsvSyntaxError | null {
  if (text.length > maxFileLength) return { line: 1, reason: `the file is longer than ${maxFileLength} characters` }
  const normalized = text.replace(/\r\n?/g, '\n')
  if (hasMoreLines(normalized, maxLines))
    return { line: maxLines + 1, reason: `the file is longer than ${formatCount(maxLines)} lines` }
  let lastLine = 0
  try {
    parse(normalized, {
      bom: true,
      trim: true,
      delimiter: findDelimiter(normalized),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      on_record(cells: string[], { lines }) {
        // The library counts to the end of the record.
        const record = { line: lines - countLineBreaks(cells), cells: cells.map((cell) => cell.trim()) }
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

function hasMoreLines(text: string, max: number): boolean {
  let at = -1
  for (let lines = 0; lines < max; lines += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return false
  }
  return at + 1 < text.length
}

/** Excel writes semicolons where the comma is the decimal sign, and tabs for "Unicode text". */
function findDelimiter(text: string): string {
  const heading = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const unquoted = heading.replace(/"[^"]*"/g, '')
  return [',', ';', '\t'].find((delimiter) => unquoted.includes(delimiter)) ?? ','
}

const countLineBreaks = (cells: string[]) => cells.join('').split('\n').length - 1

/** The first line after this one that is not empty. */
function findNextRecord(text: string, afterLine: number): number {
  const index = text.split('\n').findIndex((line, at) => at >= afterLine && line.trim() !== '')
  return index + 1
}
