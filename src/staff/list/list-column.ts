import type { ReactNode } from 'react'
import type { StaffColumns } from '#shared/lists/column.ts'
import type { ListDescription } from '#shared/lists/list.ts'

/** How a list draws its rows. */
export interface ListView<Row, L extends ListDescription = ListDescription> {
  list: L
  /** Where the person sees fewer columns, or filters by fewer. */
  columns?: StaffColumns
  cells: Readonly<Record<keyof L['columns'] & string, (row: Row) => ReactNode>>
  getKey(row: Row): string
  /** What a tick-box calls the row; its key by default. */
  getName?(row: Row): string
  /** The page of a row; null when it has none. */
  getPath(row: Row): string | null
  /** Columns whose cells stay in one line. */
  noWrap: readonly (keyof L['columns'] & string)[]
  /** The column that stays; its cell links to the row's page. */
  linkColumn: keyof L['columns'] & string
  /** Where there is room for two lines: the first, the second, and what stands at its end. Default columns. */
  phone: {
    title: keyof L['columns'] & string
    facts: readonly (keyof L['columns'] & string)[]
    status: keyof L['columns'] & string
  }
  /** What can be done with a row, in a column of its own. */
  action?: { label: string; render: (row: Row) => ReactNode }
}

export const getColumns = ({ list, columns = list.columns }: Pick<ListView<never>, 'list' | 'columns'>): StaffColumns =>
  columns

/** Of a filter whose values the column does not list, such as the posts of an exercise. */
export type FilterOptions = Readonly<Record<string, Readonly<Record<string, string>>>>
