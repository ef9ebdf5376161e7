// The port for lists that staff upload, as CSV or as an Excel workbook.
import type { CsvRecord } from './parse-csv.ts'

/** The most records that a list may have, without its headings, unless its reader says otherwise. */
export const maxTableRecords = 20_000

export type TableResult =
  | {
      kind: 'table'
      /** In batches, so that reading a long list does not hold up the event loop. The first record has the headings. */
      readBatches(): AsyncGenerator<CsvRecord[]>
    }
  | { kind: 'invalid'; error: { line: number; reason: string } }
  /** Neither CSV nor an Excel workbook, damaged, or too large when unpacked. */
  | { kind: 'unreadable' }

export interface TableReader {
  /**
   * @param bytes are taken over with the memory that they are in: no view of it can be used afterwards
   * @param maxRecords without the headings
   * @throws AppError `unavailable` when too many files wait
   */
  read(bytes: Buffer, staffId: string, maxRecords?: number): Promise<TableResult>
}
