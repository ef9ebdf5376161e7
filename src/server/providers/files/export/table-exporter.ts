// The port for files that are made of whole lists: CSV or an Excel workbook, read from one snapshot of the database.
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import type { ExportTable } from '#shared/lists/exports/export-tables.ts'
import type { ExportedList } from '#shared/lists/exports/exported-lists.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'

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
  /** Keys of values that the database has encrypted; one that cannot be read is an empty cell. */
  encrypted?: readonly string[]
}

/** Which rows of a list a person exports. */
export interface ListRequest {
  list: ExportedList
  /** Null for a list that is of no exercise, or of all. */
  exerciseId: number | null
  /** As in the query of the list. */
  filter: Readonly<Record<string, string>>
  /** Which of the applicants that match; of other lists none are named. */
  chosen: ChosenApplicants
  selectionId: string | null
  /** The person, as whom the list is read. */
  staffId: string
  /** Of the person, as they are now. */
  grants: readonly RoleGrant[]
}

/** A list of which files can be made. */
export interface ExportableRows {
  /** The tables with statements for exactly the rows that the list shows to the person, in its order. */
  describeTables(request: ListRequest, tables: readonly ExportTable[]): Promise<QueriedTable[]>
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
