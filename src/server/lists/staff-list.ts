// Reads a list of the staff: what its source says, in pages by key, with a count that stops at a limit, and as files.
import { and, is, not, or, type Placeholder, SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import {
  compileList,
  compileShared,
  createListRunner,
  freeze,
  inlineInteger,
} from '#server/database/compile-statement.ts'
import { beginsWith, isOneOf } from '#server/database/conditions.ts'
import type { Database } from '#server/database/connection.ts'
import { exercises } from '#server/database/schema/exercises.ts'
import { selectExerciseOfYear } from '#server/domain/exercise-of-year.ts'
import { endOfLagosDay, startOfLagosDay } from '#server/domain/lagos-days.ts'
import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { ListRequest, QueriedTable } from '#server/providers/files/export/table-exporter.ts'
import type { FilteredKey, StaffColumn } from '#shared/lists/column.ts'
import { type ExportTable, listValueKeys } from '#shared/lists/exports/export-tables.ts'
import { listExportedExercises } from '#shared/lists/exports/exported-lists.ts'
import { getFilterNames } from '#shared/lists/filters.ts'
import { getDefaultOrder, type ListDescription, type ListQuery, type RowOf } from '#shared/lists/list.ts'
import { type Cursor, type KeyType, readCursor, writeCursor } from './cursor.ts'
import type { FilterSource, ListOrder, ListReader, ListSource, Selected, SelectedRow } from './list-source.ts'

/** Counting further would take longer than the list itself. */
const maxListCount = 1_000
/** Of a search by name, which looks up each name that it finds in the list's own table. */
const maxFoundCount = 200

export interface ListPage<Row> {
  rows: Row[]
  next: string | null
  count: { value: number; more: boolean }
}

type Query = Readonly<Record<string, unknown>>

/** What a reader gets for a query: who, in which parts, each in its order. */
interface ListedRows {
  reader: ListReader
  sort: string
  isDescending: boolean
  /** Counted no further. */
  maxCount: number
  /** The tables that its conditions name. */
  countedFrom: SQL
  /** Of all parts. */
  condition: SQL | undefined
  parts: readonly { condition: SQL | undefined; order: ListOrder; isOwnOrder: boolean }[]
  isPlain: boolean
}

export interface ReadableList<L extends ListDescription = ListDescription> {
  list: L
  /** Of a list of one exercise: selects that of a year as JSON, to be read with the session. */
  selectExercise?: (year: Placeholder) => SQL<ListedExercise | null>
  /**
   * A page of what the person may see.
   * @param exercise of a list of one exercise; null when there is none of that year
   * @throws AppError `cursor_invalid`, `not_permitted`
   */
  read(query: ListQuery, actor: StaffPrincipal, exercise: ListedExercise | null): Promise<ListPage<RowOf<L>>>
}

/** The exercise of a page, with what its source reads of it. */
export interface ListedExercise {
  id: number
  facts: unknown
}

/** All rows that a file holds, in its order. */
export interface ExportedRows {
  reader: ListReader
  where: SQL | undefined
  orderBy: SQL[]
}

export function createStaffList<L extends ListDescription, S extends Selected>(
  source: ListSource<L, S>,
  { staffDatabase: { db, pool } }: { staffDatabase: Pick<Database, 'db' | 'pool'> },
) {
  const { list, from } = source
  const selected = freeze(joinList(Object.entries(source.select).map(([name, value]) => nameValue(value, name))))
  const frozenFrom = freeze(from)
  const frozenCountedFrom = freeze(source.countedFrom ?? from)
  const decode = createDecoder(source.select)
  const runStatement = createListRunner(pool)

  function createReader({ staffId, grants }: StaffPrincipal, exercise: ListedExercise | null): ListReader {
    const exerciseId = exercise?.id ?? null
    return { staffId, grants, exerciseId, exportedExerciseIds: null, isExport: false, exerciseFacts: exercise?.facts }
  }

  async function describeRows(query: Query, reader: ListReader): Promise<ListedRows> {
    const sort = typeof query.sort === 'string' ? query.sort : getDefaultOrder(list, query)
    const chosen = getOrder(source, sort)
    const search = typeof query.q === 'string' && query.q ? source.search(query.q, reader, db) : undefined
    const steps = isCondition(search) ? [{ condition: search }] : await search
    const hasOwnOrder = steps.some(({ order }) => order)
    const isPlain = isPlainQuery(list, query, sort)
    // The statement of a file is run once: its plan is for the value.
    const hidesValue = isPlain && !reader.isExport && source.hasIndexOfEachFilter
    return {
      reader,
      sort,
      // What is found in an order of its own is read from its beginning.
      isDescending: sort.startsWith('-') && !hasOwnOrder,
      maxCount: hasOwnOrder ? maxFoundCount : maxListCount,
      countedFrom: search ? frozenFrom : frozenCountedFrom,
      condition: and(
        source.scope(reader, query),
        ...listConditions(list, source.filters, query, { ...reader, hidesValue }),
      ),
      isPlain,
      parts: steps.map(({ condition, order = chosen }) => ({
        condition: and(condition, order.required),
        order,
        isOwnOrder: order !== chosen,
      })),
    }
  }

  const listConditionsOfParts = ({ condition, parts }: ListedRows): SQL[] =>
    parts.map((part) => and(condition, part.condition) ?? sql`true`)

  /**
   * Counts no further than the limit: a number for a statement. What a search finds is counted in its order, which has an index:
   * otherwise PostgreSQL may read all of them for a join before it counts the first.
   */
  const countRows = ({ countedFrom, parts, maxCount }: ListedRows, conditions: readonly SQL[]): SQL<number> =>
    sql`${sql.join(
      parts.map(({ order, isOwnOrder }, n) => {
        const inOrder = isOwnOrder ? sql`order by ${joinList(order.by)}` : sql``
        return sql`(select count(*)::int from (select from ${countedFrom} where ${conditions[n]} ${inOrder}
          limit ${inlineInteger(maxCount + 1)}) as counted)`
      }),
      sql` + `,
    )}`

  interface PartRequest {
    rows: ListedRows
    step: number
    after: readonly string[] | null
    pageCondition: SQL | undefined
    limit: number
    isPlain: boolean
  }

  /** Rows of a part, and how many the whole list has, in one statement. */
  async function readPart({ rows, step, after, pageCondition, limit, isPlain }: PartRequest) {
    const { order } = rows.parts[step] as ListedRows['parts'][number]
    const conditions = listConditionsOfParts(rows)
    const page = and(after ? isBeyond(order, after, rows) : undefined, pageCondition) ?? sql`true`
    const { fragments, values } = compileShared([...conditions, page])
    const counted = fragments.slice(0, conditions.length)
    const where = sql`${fragments[step]} and ${fragments.at(-1)}`
    const statement = sql`
      select ${countRows(rows, counted)} as "listCount", ${selectKey(order)}, ${selected} from ${frozenFrom}
      where ${where} order by ${joinList(orderRows(order, rows))} limit ${inlineInteger(limit)}`
    const found = await runStatement({ statement, values, isPrepared: isPlain })
    return found.map((row) => ({ step, row, key: order.by.map((_, n) => String(row[`key${n}`])) }))
  }

  async function countAll(rows: ListedRows): Promise<number> {
    const { rows: counted } = await db.execute<{ count: number }>(
      sql`select ${countRows(rows, listConditionsOfParts(rows))} as count`,
    )
    return counted[0]?.count ?? 0
  }

  async function readRows(rows: ListedRows, query: ListQuery, cursor: Cursor | null) {
    const first = cursor && cursor.first.length > 0 ? cursor.first : null
    const { reader, sort, isDescending, isPlain } = rows
    const pageCondition = source.page?.({ query, reader, sort, isDescending, first })
    const found: Awaited<ReturnType<typeof readPart>> = []
    for (let step = cursor?.step ?? 0; step < rows.parts.length && found.length <= query.limit; step++) {
      const after = cursor?.step === step ? cursor.after : null
      found.push(
        ...(await readPart({ rows, step, after, pageCondition, isPlain, limit: query.limit + 1 - found.length })),
      )
    }
    return found
  }

  return {
    list,

    ...(list.exercise === 'current' && {
      selectExercise: (year: Placeholder): SQL<ListedExercise | null> =>
        selectExerciseOfYear(
          year,
          sql<ListedExercise>`json_build_object('id', ${exercises.id}, 'facts', ${source.exerciseFacts ?? sql`null`})`,
        ),
    }),

    async read(query: ListQuery, actor: StaffPrincipal, exercise: ListedExercise | null): Promise<ListPage<RowOf<L>>> {
      if (list.exercise === 'current' && !exercise) return { rows: [], next: null, count: { value: 0, more: false } }
      const reader = createReader(actor, exercise)
      const rows = await describeRows(query, reader)
      const types = rows.parts.map(({ order }) => order.by.map(getKeyType))
      const cursor = query.after === undefined ? null : readCursor(query.after, rows.sort, types)
      const found = await readRows(rows, query, cursor)
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      const isMore = found.length > query.limit
      const first = source.page ? (cursor?.first ?? page[0]?.key ?? []) : []
      const counted = found[0] ? Number(found[0].row.listCount) : cursor ? await countAll(rows) : 0
      return {
        rows: await source.present(
          page.map(({ row }) => decode(row)),
          reader,
          db,
        ),
        next: isMore && last ? writeCursor({ sort: rows.sort, step: last.step, after: last.key, first }) : null,
        count: capCount(counted, rows.maxCount),
      }
    },

    /** How many rows a page of this query counts, as a number for a statement. */
    async createCount(query: Query, reader: ListReader): Promise<SQL<number>> {
      const rows = await describeRows(query, reader)
      return countRows(rows, listConditionsOfParts(rows))
    },

    /** How many rows there are, however many, as a number for a statement. */
    async createTotal(query: Query, reader: ListReader): Promise<SQL<number>> {
      const conditions = listConditionsOfParts(await describeRows(query, reader))
      return sql`(select count(*)::int from ${frozenFrom} where ${or(...conditions)})`
    },

    /** How many rows have each value of a column by which the list is filtered, as an object for a statement. */
    createTotals(column: FilteredKey<L['columns']>, reader: ListReader): SQL<Record<string, number> | null> {
      const value = source.filters[column]
      if (typeof value === 'function') throw new Error(`The list has no values of ${column}.`)
      const scope = source.scope(reader, { [column]: 'any' }) ?? sql`true`
      return sql`(select json_object_agg(value, total) from (
        select ${value} as value, count(*)::int as total from ${frozenFrom} where ${scope} group by 1) as counted
        where value is not null)`
    },

    /** By what the first row is ordered, as a value for a statement. */
    async createFirst(query: Query, reader: ListReader): Promise<SQL> {
      const rows = await describeRows(query, reader)
      const [part] = rows.parts
      if (!part) return sql`null`
      return sql`(select ${part.order.by[0]} from ${frozenFrom} where ${and(rows.condition, part.condition) ?? sql`true`}
        order by ${joinList(orderRows(part.order, rows))} limit 1)`
    },

    /** All rows of a query that a file holds. */
    describeExport,

    /** The tables of a file, with statements for exactly the rows that the list shows to the person, in its order. */
    async describeTables(request: ListRequest, tables: readonly ExportTable[]): Promise<QueriedTable[]> {
      const { where, orderBy, reader } = await describeExport(request)
      const values = source.exported(reader) as Readonly<Record<string, PgColumn | SQL>>
      return tables.map((table) => ({
        table,
        statement: compileList({
          keys: listValueKeys(table),
          values,
          ...(source.addAnswers?.(table, from) ?? { source: source.exportedFrom ?? from }),
          where,
          orderBy,
        }),
        ...(source.encrypted && { encrypted: source.encrypted }),
      }))
    },
  }

  async function describeExport(request: ListRequest): Promise<ExportedRows> {
    const { exerciseId, filter, staffId, grants } = request
    if (list.exercise === 'current' && exerciseId === null) throw new Error('This list is of one exercise.')
    const exportedExerciseIds = listExportedExercises(grants, exerciseId)
    const reader: ListReader = { staffId, grants, exerciseId, exportedExerciseIds, isExport: true }
    const rows = await describeRows(z.object(list.filterShape).parse(filter), reader)
    const [first] = rows.parts
    return {
      reader,
      // The parts of a search are one list here, in the order of the first.
      where: and(rows.condition, or(...rows.parts.map(({ condition }) => condition)), source.chosen?.(request)),
      orderBy: first ? orderRows(first.order, rows) : [],
    }
  }
}

/**
 * In the default order with at most one value: the one plan by the index of that filter is good for all values. What is
 * combined is planned by what was asked for.
 */
function isPlainQuery(list: ListDescription, query: Query, sort: string): boolean {
  const { limit: _limit, after: _after, exercise: _exercise, sort: _sort, ...filters } = query
  const values = Object.values(filters).filter((value) => value !== undefined && value !== '')
  return (
    query.q === undefined &&
    sort === getDefaultOrder(list, query) &&
    values.length <= 1 &&
    !String(values).includes('|')
  )
}

const isCondition = (search: SQL | undefined | Promise<unknown>): search is SQL | undefined =>
  search === undefined || is(search, SQL)

const joinList = (values: readonly (SQL | PgColumn)[]) =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

const nameValue = (value: PgColumn | SQL, name: string) => sql`${value} as ${sql.identifier(name)}`

/** With whether there are more than were counted. */
export const capCount = (count: number, max = maxListCount) => ({ value: Math.min(count, max), more: count > max })

function getOrder<L extends ListDescription, S extends Selected>(
  { orders }: ListSource<L, S>,
  sort: string,
): ListOrder {
  const order = (orders as Readonly<Record<string, ListOrder>>)[sort.replace('-', '')]
  if (!order) throw new Error(`The list has no order ${sort}.`)
  return order
}

const keyTypes: Readonly<Record<string, KeyType>> = {
  'timestamp with time zone': 'timestamptz',
  date: 'date',
  uuid: 'uuid',
  bigint: 'bigint',
  integer: 'bigint',
  bigserial: 'bigint',
  numeric: 'numeric',
}

const toTyped: Readonly<Record<KeyType, (value: string) => SQL>> = {
  timestamptz: (value) => sql`${value}::timestamptz`,
  date: (value) => sql`${value}::date`,
  uuid: (value) => sql`${value}::uuid`,
  bigint: (value) => sql`${value}::bigint`,
  numeric: (value) => sql`${value}::numeric`,
  text: (value) => sql`${value}::text`,
}

/** A type may have its digits behind it: `numeric(6, 2)`. */
const getKeyType = (value: PgColumn | SQL): KeyType =>
  (is(value, PgColumn) && keyTypes[value.getSQLType().replace(/\(.*/, '')]) || 'text'

/** As texts, which lose nothing of a moment. */
const selectKey = ({ by }: ListOrder) => joinList(by.map((value, n) => nameValue(sql`${value}::text`, `key${n}`)))

const orderRows = ({ by }: ListOrder, { isDescending }: Pick<ListedRows, 'isDescending'>): SQL[] =>
  by.map((value) => (isDescending ? sql`${value} desc` : sql`${value}`))

/** By values that the planner does not see: it would plan each page anew, which takes longer than reading one. */
const isBeyond = ({ by }: ListOrder, after: readonly string[], { isDescending }: Pick<ListedRows, 'isDescending'>) =>
  sql`(${joinList(by)}) ${isDescending ? sql`<` : sql`>`} (${joinList(
    by.map((value, n) => sql`(select ${toTyped[getKeyType(value)](after[n] ?? '')})`),
  )})`

/** What is asked for with the filters of the list. */
export function listConditions(
  { columns, furtherFilters = {} }: Pick<ListDescription, 'columns' | 'furtherFilters'>,
  filters: Readonly<Record<string, FilterSource>>,
  query: Query,
  reader: Pick<ListReader, 'staffId'> & { hidesValue?: boolean | undefined },
): (SQL | undefined)[] {
  const ofColumns = Object.entries(columns).flatMap(([key, column]) =>
    getFilterNames(key, column).map((name, n) => {
      const value = query[name]
      const filter = filters[key]
      if (typeof value !== 'string' || value === '' || !filter) return undefined
      return typeof filter === 'function'
        ? filter(value, reader)
        : compare(filter, column, { value, isEnd: n === 1, isHidden: reader.hidesValue === true })
    }),
  )
  const further = Object.keys(furtherFilters).map((name) => {
    const filter = filters[name]
    const value = query[name]
    return typeof filter === 'function' && value !== undefined ? filter(String(value), reader) : undefined
  })
  return [...ofColumns, ...further]
}

interface Compared {
  value: string
  /** The last day of two. */
  isEnd: boolean
  /** From the planner: it then expects what it expects of any value, and one plan serves them all. */
  isHidden: boolean
}

function compare(column: PgColumn | SQL, { filter, kind }: StaffColumn, { value, isEnd, isHidden }: Compared): SQL {
  if (filter === 'between')
    return isEnd ? sql`${column} < ${endOfLagosDay(value)}` : sql`${column} >= ${startOfLagosDay(value)}`
  if (kind === 'flag') return value === 'yes' ? sql`${column}` : not(sql`${column}`)
  if (isHidden && (filter === 'oneOf' || filter === 'is')) return sql`${column} = (select ${value}::text)`
  if (filter === 'oneOf') return isOneOf(column)(value)
  if (filter === 'prefix') return beginsWith(column, value.toUpperCase())
  if (filter === 'has') return sql`${value} = any(${column})`
  return sql`${column} = ${value}`
}

/** Reads the values of columns that the driver leaves as text, such as moments. */
function createDecoder<S extends Selected>(select: S): (row: Record<string, unknown>) => SelectedRow<S> {
  const decoded = Object.entries(select).flatMap(([name, value]) =>
    is(value, PgColumn) && !plainTypes.has(value.dataType) ? [[name, value] as const] : [],
  )
  return (row) => {
    for (const [name, column] of decoded) {
      const value = row[name]
      if (value !== null) row[name] = column.mapFromDriverValue(value)
    }
    return row as SelectedRow<S>
  }
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'boolean', 'json', 'array'])
