// How the rows of a list come from the database: what a feature gives, besides the description that it shares with the page.
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import type { ListRequest } from '#server/providers/files/export/table-exporter.ts'
import type { FilteredKey, SortableKey, StaffColumns } from '#shared/lists/column.ts'
import type { ExportTable } from '#shared/lists/exports/export-tables.ts'
import type { ListDescription, ListQuery, RowOf } from '#shared/lists/list.ts'
import type { RoleGrant } from '#shared/roles/permissions.ts'

/** For whom a list is read, and why. */
export interface ListReader {
  staffId: string
  grants: readonly RoleGrant[]
  /** Of a list of one exercise; the year of another one is a filter. */
  exerciseId: number | null
  /** For a file: where the person may export; null for every exercise, and for a page. */
  exportedExerciseIds: readonly number[] | null
  /** Whether the rows are for a file, which roles that are limited to a part do not make. */
  isExport: boolean
  /** For a page, what its source reads of the exercise. */
  exerciseFacts?: unknown
}

export type Selected = Readonly<Record<string, PgColumn | SQL>>

type ValueOf<V> = V extends PgColumn
  ? V['_']['notNull'] extends true
    ? V['_']['data']
    : V['_']['data'] | null
  : V extends SQL<infer T>
    ? T
    : never

/** A row with the values of a selection. */
export type SelectedRow<S extends Selected> = { [K in keyof S]: ValueOf<S[K]> }

/** A column is compared as its filter says; a function makes the condition of what is asked for. */
export type FilterSource = PgColumn | SQL | ((value: string, reader: Pick<ListReader, 'staffId'>) => SQL | undefined)

/** The columns of an order; the last one is of each row alone. */
export interface ListOrder {
  by: readonly [PgColumn | SQL, ...(PgColumn | SQL)[]]
  /** What rows must have to be in this order. */
  required?: SQL
}

/** A part of what a search finds, in an order of its own; the parts follow each other. */
export interface SearchStep {
  condition: SQL | undefined
  order?: ListOrder
}

/** What a page needs to know besides the filters. */
export interface PageRequest {
  query: ListQuery
  reader: ListReader
  sort: string
  isDescending: boolean
  /** The values that order the first row of the first page; null on that page. */
  first: readonly string[] | null
}

export interface ListSource<L extends ListDescription, S extends Selected> {
  list: L
  /** Tables and joins. */
  from: SQL
  /** The tables that filters and scope name, where these are fewer: what the count of a list reads that is not searched. */
  countedFrom?: SQL
  /** For files, where their columns need more tables. */
  exportedFrom?: SQL
  /** What a row is presented from. */
  select: S
  filters: Readonly<Record<FilteredKey<L['columns']>, FilterSource>> & Readonly<Record<string, FilterSource>>
  /** Each column that is compared with a value has an index in the default order, which is best for a common and a rare one. */
  hasIndexOfEachFilter?: boolean
  /** For each column by which the list can be sorted, and for the default. */
  orders: Readonly<Record<SortableKey<L['columns']>, ListOrder>> & Readonly<Record<string, ListOrder>>
  search: (text: string, reader: ListReader, tx: Tx) => SQL | undefined | Promise<SearchStep[]>
  /**
   * What rows the person may see, with these filters. Undefined for all.
   * @throws AppError `not_permitted` when the person may not ask for this
   */
  scope: (reader: ListReader, query: Readonly<Record<string, unknown>>) => SQL | undefined
  /** One more condition of a page. */
  page?: (request: PageRequest) => SQL | undefined
  /** What `present` needs of the exercise besides the rows, as JSON; on `exercises`. It is read with the session. */
  exerciseFacts?: SQL
  /** Field by field, so that a new column is not sent by accident. */
  present: (rows: SelectedRow<S>[], reader: ListReader, tx: Tx) => RowOf<L>[] | Promise<RowOf<L>[]>
  /** What stands in the columns of a file. */
  exported: (reader: ListReader) => ExportedValues<L>
  /** Columns of a file that the database has encrypted. */
  encrypted?: readonly string[]
  /** Which of the rows were chosen for a file. */
  chosen?: (request: ListRequest) => SQL | undefined
  /** What a table of a file needs besides its values. */
  addAnswers?: (table: ExportTable, from: SQL) => { source: SQL; lastValues: readonly SQL[] }
}

type OmittedKey<L extends ListDescription> = L['exported'] extends { omitted: readonly (infer K)[] } ? K : never
type AdditionalColumns<L extends ListDescription> = L['exported'] extends { additional: infer A extends StaffColumns }
  ? A
  : Readonly<Record<never, never>>

/** A value for each column that a file can have. */
export type ExportedValues<L extends ListDescription> = L['exported'] extends null
  ? Readonly<Record<never, never>>
  : Readonly<Record<Exclude<keyof L['columns'], OmittedKey<L>> | keyof AdditionalColumns<L>, PgColumn | SQL>>

/** Lets the compiler check a source against the description of its list. */
export const defineListSource = <L extends ListDescription, const S extends Selected>(source: ListSource<L, S>) =>
  source
