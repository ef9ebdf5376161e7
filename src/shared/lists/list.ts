// A list of the staff, described once: who reads it, its rows and columns, filters, order and export. The call, the
// statements, the page, saved views and files follow from the description.
import { z } from 'zod'
import type { Permission, PermissionLimit } from '../roles/permissions.ts'
import type { AuditAction } from '../staff/labels/audit-actions.ts'
import type { StaffColumns } from './column.ts'
import { typedExerciseYear } from './exercise-year.ts'
import { createFilterShape } from './filters.ts'

/** A moment as a reply has it: ISO 8601, UTC. */
export const moment = z.iso.datetime()

export interface ListExport<C extends StaffColumns = StaffColumns> {
  /** The list itself leaves out what a role that has a part of its permission may not see. */
  readonly isNarrowedByRole: boolean
  /** Roles whose exports are limited to this part export it as well. */
  readonly limit?: PermissionLimit
  /** Columns that no statement has. */
  readonly omitted?: readonly (keyof C & string)[]
  /** What a page of the list has no room for. */
  readonly additional?: StaffColumns
}

interface ListFacts<N extends string, P extends Permission, C extends StaffColumns, R extends z.ZodType> {
  /** In paths, saved views, exports and caches. */
  readonly name: N
  /** Of an export. */
  readonly label: string
  /** Plural and regular, such as "applicants". */
  readonly noun: string
  /** Where rows are about applicants: the audit event of reading them. They count for the daily number of persons. */
  readonly reading?: AuditAction
  readonly permission: P
  /** As a page of the list has it. */
  readonly row: R
  /** In the order of the table. */
  readonly columns: C
  /** Columns that are visible before anybody chose others. */
  readonly defaultColumns: readonly (keyof C & string)[]
  /** A column, with a minus for descending; it may depend on the filters. */
  readonly defaultOrder: string | ((query: Readonly<Record<string, unknown>>) => string)
  /** The search box: its hint, what the API says about it, and the longest text. */
  readonly search: {
    readonly hint: string
    readonly takes: string
    readonly max: number
    /** What a name finds has an order of its own: among a million applicants it is not sorted otherwise. */
    readonly isInOrderOfNames?: boolean
  }
  /**
   * - `current`: the list is of one exercise, the current one by default
   * - `all`: of all exercises, unless one is named
   * Absent where exercises do not matter.
   */
  readonly exercise?: 'current' | 'all'
  /** Filters besides those of the columns. */
  readonly furtherFilters?: z.ZodRawShape
  /** What is said of a list that is filtered by one of these. */
  readonly furtherLabels?: Readonly<Record<string, (value: string) => string>>
  /** What changes how rows are put into pages; an export has none of it. */
  readonly pageOptions?: z.ZodRawShape
}

/** As the client sends it. */
export type ListQueryInput = Readonly<Record<string, string | number | undefined>>

/** As the server gets it, after validation. */
export interface ListQuery {
  readonly exercise?: number | undefined
  readonly q?: string | undefined
  readonly sort?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
  readonly [filter: string]: string | number | undefined
}

export interface ListDescription<
  N extends string = string,
  P extends Permission = Permission,
  C extends StaffColumns = StaffColumns,
  R extends z.ZodType = z.ZodType,
> extends ListFacts<N, P, C, R> {
  readonly exported: ListExport | null
  /** The parameters by which rows are chosen and ordered; all optional. */
  readonly filterShape: z.ZodRawShape
  /** Of the call that answers a page. */
  readonly query: z.ZodType<ListQuery, ListQueryInput>
}

/** A row of the list as a reply has it. */
export type RowOf<L extends { readonly row: z.ZodType }> = z.infer<L['row']>

const year = typedExerciseYear.optional()
const exerciseShapes = {
  current: { exercise: year.describe('The year; the current exercise by default.') },
  all: {
    exercise: year.describe(
      "The year: of that exercise's applicants, and those that belong to no account. All by default.",
    ),
  },
}

/** The orders of a list: each sortable column, and with a minus. */
const listOrders = ({ columns, defaultOrder }: Pick<ListDescription, 'columns' | 'defaultOrder'>): string[] => {
  const sortable = Object.keys(columns).filter((key) => columns[key]?.sortable)
  const orders = sortable.flatMap((key) => [key, `-${key}`])
  return typeof defaultOrder === 'string' ? [...new Set([...orders, defaultOrder])] : orders
}

/** The order of a query that names none. */
export const getDefaultOrder = (
  { defaultOrder }: Pick<ListDescription, 'defaultOrder'>,
  query: Readonly<Record<string, unknown>>,
): string => (typeof defaultOrder === 'string' ? defaultOrder : defaultOrder(query))

export function describeList<
  const N extends string,
  const P extends Permission,
  const C extends StaffColumns,
  R extends z.ZodType,
  const E extends ListExport<C> | null,
>(facts: ListFacts<N, P, C, R> & { readonly exported: E }) {
  const { columns, search, exercise, furtherFilters, pageOptions } = facts
  const filterShape: z.ZodRawShape = {
    ...createFilterShape(columns),
    ...furtherFilters,
    ...(exercise && exerciseShapes[exercise]),
    q: z.string().trim().max(search.max).optional().describe(search.takes),
    sort: z.enum(listOrders(facts) as [string, ...string[]]).optional(),
  }
  const query = z.strictObject({
    ...filterShape,
    ...pageOptions,
    after: z.string().max(1_000).optional().describe('`next` of the page before.'),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }) as z.ZodType as z.ZodType<ListQuery, ListQueryInput>
  return { ...facts, filterShape, query }
}
