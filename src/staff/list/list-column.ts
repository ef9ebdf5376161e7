import type { ReactNode } from 'react'
import type { StaffColumn } from '#shared/lists/columns.ts'

export type ListColumns = Readonly<Record<string, StaffColumn>>

/** How a list draws its rows. */
export interface ListView<Row> {
  columns: ListColumns
  /** The order of a query that names none: a column, with a minus for descending. */
  getDefaultSort(query: Readonly<Record<string, string | undefined>>): string
  /** One for each column. */
  cells: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Columns that are visible before anybody chose others. */
  startColumns: readonly string[]
  getKey(row: Row): string
  /** The page of a row; null when it has none. */
  getPath(row: Row): string | null
  /** Columns whose cells stay in one line. */
  unbroken: readonly string[]
  /** The column that stays; its cell links to the row's page. */
  linkColumn: string
}

/** Of a filter whose values the column does not list, such as the posts of an exercise. */
export type FilterOptions = Readonly<Record<string, Readonly<Record<string, string>>>>
