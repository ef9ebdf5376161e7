// The port for files that are made of whole lists: CSV or an Excel workbook, read from one snapshot of the database.
import type { ExportTable } from '#shared/staff/exports/export-tables.ts'

interface Statement {
  text: string
  values: readonly unknown[]
}

/** Reads the rows of a table: its values, and the last value where it has one. */
export interface ListStatement extends Statement {
  /** Answers one row with `count`. */
  count: Statement
}

export interface QueriedTable {
  table: ExportTable
  statement: ListStatement
}

export interface TableExport {
  format: 'csv' | 'xlsx'
  /** Each is a sheet of a workbook; CSV has the first alone. */
  tables: readonly QueriedTable[]
  databaseUrl: string
}

/** Rows that were read, and how many there are to read. */
export interface TableProgress {
  done: number
  total: number
}

export interface ExportSummary {
  /** Rows of the first table. */
  rows: number
}

export interface TableExporter {
  /**
   * The bytes of the file, made as fast as they are taken.
   * @throws whatever the database throws, and the signal's reason
   */
  export(
    request: TableExport,
    options: { onProgress: (progress: TableProgress) => void; signal: AbortSignal },
  ): AsyncGenerator<Uint8Array, ExportSummary>
}
