// A column of a staff list, described once: filter, table, address, statement and export follow from it.
import type { Permission } from '../roles/permissions.ts'

export type ColumnKind = 'text' | 'choice' | 'day' | 'money' | 'flag' | 'number'

/**
 * - `is`: yes or no, or one exact text
 * - `oneOf`: several texts, separated by `|`
 * - `prefix`: how it begins
 * - `between`: two days, as `<key>From` and `<key>To`
 * - `has`: one of the row's marks
 */
export type ColumnFilter = 'none' | 'is' | 'oneOf' | 'prefix' | 'between' | 'has'

/** What a file has in the words of the page, of a value that has several parts. */
export type CellFormat = 'auditSentence' | 'auditSubject' | 'auditDetail'

export interface StaffColumn {
  readonly label: string
  readonly kind: ColumnKind
  /** Values with their labels, where they are known. */
  readonly options?: Readonly<Record<string, string>>
  /** Values of a filter besides the options. */
  readonly otherValues?: RegExp
  readonly filter: ColumnFilter
  /** What a filter by text takes, for readers of the API's description. */
  readonly takes?: string
  /** The parameters of a filter by two days, when they are not `<key>From` and `<key>To`. */
  readonly parameters?: readonly [from: string, to: string]
  readonly sortable: boolean
  /** What is said of a list in this order, which leaves out the rows without a value. */
  readonly orderedRows?: string
  /** Whether an export with it holds personal data. */
  readonly personal: boolean
  /** Besides the permission of the list itself. */
  readonly permission?: Permission
  readonly exportedAs?: CellFormat
}

export type StaffColumns = Readonly<Record<string, StaffColumn>>

const unlessGiven = { filter: 'none', sortable: false, personal: false } as const

export const column = <const C extends Partial<StaffColumn> & Pick<StaffColumn, 'label' | 'kind'>>(given: C) =>
  ({ ...unlessGiven, ...given }) as Omit<typeof unlessGiven, keyof C> & C

/** The keys of the columns that can be filtered. */
export type FilteredKey<C extends StaffColumns> = {
  [K in keyof C & string]: C[K]['filter'] extends 'none' ? never : K
}[keyof C & string]

/** The keys of the columns by which a list can be sorted. */
export type SortableKey<C extends StaffColumns> = {
  [K in keyof C & string]: C[K]['sortable'] extends true ? K : never
}[keyof C & string]

/** Of who works on a row: the reader, nobody, or colleagues by their ids. */
export const assigneeFilter = {
  filter: 'oneOf',
  options: { me: 'Me', nobody: 'Nobody' },
  otherValues: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
} as const
