// Reads an uploaded list in a thread: which kind of file it is, its records, and their number.
import { formatCount } from '#shared/format/numbers.ts'
import { type CsvRecord, parseCsv } from './parse-csv.ts'
import { maxTableRecords } from './table-reader.ts'
import { readWorkbook } from './workbook.ts'

export type ThreadedTable =
  | { kind: 'table'; batches: Uint8Array<ArrayBuffer>[] }
  | { kind: 'invalid'; error: { line: number; reason: string } }
  | { kind: 'unreadable' }

export interface TableRequest {
  bytes: Uint8Array<ArrayBuffer>
  /** Without the headings. */
  maxRecords: number
}

/** A spreadsheet may add empty ones. */
const linesPerRecord = 5
const batchSize = 250

export async function readTable(bytes: Buffer, maxRecords = maxTableRecords): Promise<ThreadedTable> {
  const result = isArchive(bytes) ? await readWorkbook(bytes, maxRecords) : readText(bytes, maxRecords)
  if (result === null) return { kind: 'unreadable' }
  if ('error' in result) return { kind: 'invalid', error: result.error }
  const { records } = result
  const tooMany = records[maxRecords + 1]
  if (tooMany) return { kind: 'invalid', error: { line: tooMany.line, reason: describeTooMany(maxRecords) } }
  return { kind: 'table', batches: splitIntoBatches(records) }
}

const describeTooMany = (maxRecords: number) =>
  `the list is longer than ${formatCount(maxRecords)} lines: split it into several files`
const wrongEncoding = 'the file is not UTF-8: in Excel, save it as "CSV UTF-8" or as a workbook'

/** Both an Excel workbook and every other ZIP archive. */
const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

function readText(bytes: Buffer, maxRecords: number): ReturnType<typeof parseCsv> | null {
  // No text has this character. An old Excel file (.xls) and UTF-16 do.
  if (bytes.includes(0)) return null
  try {
    return parseCsv(new TextDecoder('utf-8', { fatal: true }).decode(bytes), maxRecords * linesPerRecord)
  } catch {
    return { error: { line: 1, reason: wrongEncoding } }
  }
}

/** As bytes, which can be handed over without a copy. */
function splitIntoBatches(records: readonly CsvRecord[]): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder()
  return Array.from({ length: Math.ceil(records.length / batchSize) }, (_, index) =>
    encoder.encode(JSON.stringify(records.slice(index * batchSize, (index + 1) * batchSize))),
  )
}
