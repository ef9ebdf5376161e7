// Reads an uploaded list in a thread: which kind of file it is, its records, and their number.
import { isUtf8 } from 'node:buffer'
import { formatCount } from '#shared/format/numbers.ts'
import { type CsvRecord, type CsvSyntaxError, readCsv } from './parse-csv.ts'
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
/** So few that reading them does not hold up the event loop. */
const batchSize = 25

export async function readTable(bytes: Buffer, maxRecords = maxTableRecords): Promise<ThreadedTable> {
  const batches = createBatches(maxRecords)
  if (isArchive(bytes)) {
    if (!(await readWorkbook(bytes, batches.add, maxRecords))) return { kind: 'unreadable' }
  } else {
    const text = toUtf8(bytes)
    // No text has this character. An old Excel file (.xls) does, and UTF-16 that does not say what it is.
    if (text.includes(0)) return { kind: 'unreadable' }
    const error = readText(text, maxRecords, batches.add)
    if (error) return { kind: 'invalid', error }
  }
  return batches.finish()
}

const describeTooMany = (maxRecords: number) =>
  `the list is longer than ${formatCount(maxRecords)} lines: split it into several files`
const wrongEncoding = 'the file is not UTF-8: in Excel, save it as "CSV UTF-8" or as a workbook'

/** Both an Excel workbook and every other ZIP archive. */
const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** UTF-16 with a byte order mark is what Excel calls "Unicode text"; everything else stays as it is. */
function toUtf8(bytes: Buffer): Buffer {
  const isEven = bytes.length % 2 === 0
  const mark = bytes.subarray(0, 2).toString('hex')
  if (isEven && mark === 'fffe') return Buffer.from(bytes.toString('utf16le'))
  if (isEven && mark === 'feff') return Buffer.from(bytes.swap16().toString('utf16le'))
  return bytes
}

const readText = (bytes: Buffer, maxRecords: number, onRecord: (record: CsvRecord) => void): CsvSyntaxError | null =>
  isUtf8(bytes) ? readCsv(bytes, onRecord, maxRecords * linesPerRecord) : { line: 1, reason: wrongEncoding }

/** Keeps records as bytes, which take less memory than the records and can be handed over without a copy. */
function createBatches(maxRecords: number) {
  const encoder = new TextEncoder()
  const batches: Uint8Array<ArrayBuffer>[] = []
  let batch: CsvRecord[] = []
  let count = 0
  let tooMany: CsvRecord | null = null
  const close = () => {
    if (batch.length > 0) batches.push(encoder.encode(JSON.stringify(batch)))
    batch = []
  }
  return {
    add(record: CsvRecord): void {
      count += 1
      // The first one has the headings.
      if (count > maxRecords + 1) {
        tooMany ??= record
        return
      }
      batch.push(record)
      if (batch.length === batchSize) close()
    },
    finish(): ThreadedTable {
      if (tooMany) return { kind: 'invalid', error: { line: tooMany.line, reason: describeTooMany(maxRecords) } }
      close()
      return { kind: 'table', batches }
    },
  }
}
