// A list that staff fill in: headings in the first line, in any order. Every error is reported with line, column and reason.
import { unescapeCell } from '#shared/format/csv.ts'
import { noHeading } from '#shared/staff/imports.ts'
import type { CsvRecord } from './parse-csv.ts'
import type { TableResult } from './table-reader.ts'

export interface ListError {
  line: number
  /** The heading of the column; empty when the error concerns the whole line. */
  column: string
  reason: string
}

export interface UploadedListColumns<Column extends string> {
  headings: Readonly<Record<Column, string>>
  /** Columns that may be missing. */
  optional: readonly Column[]
  /** Headings of columns that are skipped. */
  ignored?: readonly string[]
  /** Further columns are skipped; otherwise they are an error. */
  ignoresOthers?: boolean
  /** By which errors name a column for which no heading is known. */
  labels?: Readonly<Record<Column, string>>
  /** What is said of a list that has only headings. */
  emptyReason: string
}

export interface ListRow<Column extends string> {
  line: number
  /** Empty where the list has no such column. */
  cells: Record<Column, string>
  /** The columns that the list has. */
  columns: ReadonlySet<Column>
  /** Of the line as a whole. */
  errors: Omit<ListError, 'line'>[]
}

export type ReadableTable = Exclude<TableResult, { kind: 'unreadable' }>

/** Of records that are there already. */
export const toTable = (records: CsvRecord[]): ReadableTable => ({
  kind: 'table',
  async *readBatches() {
    yield records
  },
})

/**
 * The table from its headings on: a title, or what a bank says of the account, may stand above them. They are the line among the
 * first ones that has the most of these names; of a line without two it is not known, so they are the first one with two cells.
 */
export function beginAtHeadings(table: ReadableTable, names: readonly string[]): ReadableTable {
  if (table.kind === 'invalid') return table
  return {
    kind: 'table',
    async *readBatches() {
      let isFirst = true
      for await (const records of table.readBatches()) {
        yield isFirst ? records.slice(findHeadings(records, names)) : records
        isFirst = false
      }
    },
  }
}

const maxLinesAbove = 25

/** Which record has the headings. @param names by which columns are known */
export function findHeadings(records: readonly CsvRecord[], names: readonly string[]): number {
  const known = new Set(names.map(normalizeHeading).filter(Boolean))
  const first = records.slice(0, maxLinesAbove)
  const counts = first.map(({ cells }) => cells.filter((cell) => known.has(normalizeHeading(cell))).length)
  const highest = Math.max(...counts)
  if (highest >= 2) return counts.indexOf(highest)
  return Math.max(
    first.findIndex(({ cells }) => cells.filter(Boolean).length >= 2),
    0,
  )
}

/** The rows below the headings, in batches as they are read; or the errors of the list as a whole, which end it. */
export async function* readRowBatches<Column extends string>(
  table: ReadableTable,
  list: UploadedListColumns<Column>,
): AsyncGenerator<{ errors: ListError[] } | { rows: ListRow<Column>[] }> {
  if (table.kind === 'invalid') return yield { errors: [{ ...table.error, column: '' }] }
  let readRow: ((record: CsvRecord) => ListRow<Column>) | null = null
  let hasRows = false
  for await (const records of table.readBatches()) {
    const below = readRow ? records : records.slice(1)
    if (!readRow) {
      const reader = createRowReader(records[0], list)
      if ('errors' in reader) return yield reader
      readRow = reader.readRow
    }
    hasRows ||= below.length > 0
    yield { rows: below.map(readRow) }
  }
  if (!readRow) yield { errors: [{ line: 1, column: '', reason: 'the file is empty' }] }
  else if (!hasRows) yield { errors: [{ line: 1, column: '', reason: list.emptyReason }] }
}

/**
 * @param table may have a title above its headings
 * @param toLine reads a row below the headings; called in the order of the list
 * @returns its results, or the errors of the list as a whole
 */
export async function readRows<Column extends string, Line>(
  table: ReadableTable,
  list: UploadedListColumns<Column>,
  toLine: (row: ListRow<Column>) => Line,
): Promise<{ errors: ListError[] } | { lines: Line[] }> {
  const lines: Line[] = []
  for await (const batch of readRowBatches(beginAtHeadings(table, Object.values(list.headings)), list)) {
    if ('errors' in batch) return batch
    for (const row of batch.rows) lines.push(toLine(row))
  }
  return { lines }
}

const tooManyCells = 'has more cells than there are headings; a cell with a comma in it must stand in quotes'

/** @returns the errors of the headings, or a function that reads the lines below them */
function createRowReader<Column extends string>(
  head: CsvRecord | undefined,
  list: UploadedListColumns<Column>,
): { errors: ListError[] } | { readRow(record: CsvRecord): ListRow<Column> } {
  if (!head) return { errors: [{ line: 1, column: '', reason: 'the file is empty' }] }
  const all = Object.keys(list.headings) as Column[]
  const order = head.cells.map((heading) => findMeaning(heading, list))
  const errors = checkHeadings(head, order, list)
  if (errors.length > 0) return { errors }
  const columns = new Set(all.filter((column) => order.includes(column)))
  const readCell = (cells: readonly string[], column: Column) =>
    unescapeCell(cells[order.indexOf(column)] ?? '').normalize('NFC')
  return {
    readRow: ({ line, cells }) => ({
      line,
      cells: Object.fromEntries(all.map((column) => [column, readCell(cells, column)])) as Record<Column, string>,
      columns,
      errors:
        cells.length > order.length || cells.some((cell, index) => cell !== '' && !order[index])
          ? [{ column: '', reason: tooManyCells }]
          : [],
    }),
  }
}

type HeadingMeaning<Column> = Column | 'ignored' | undefined

/** As lists are numbered: S/N, S/No, Serial number. */
const serialNumbers = new Set(['sn', 'sno', 'serialno', 'serialnumber'])

const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[^a-z\d]/g, '')

function findMeaning<Column extends string>(
  heading: string,
  { headings, ignored = [], ignoresOthers = false }: UploadedListColumns<Column>,
): HeadingMeaning<Column> {
  if (ignored.includes(normalizeHeading(heading))) return 'ignored'
  const meant = (Object.keys(headings) as Column[]).find(
    (column) => headings[column] !== '' && normalizeHeading(headings[column]) === normalizeHeading(heading),
  )
  return meant ?? (ignoresOthers || serialNumbers.has(normalizeHeading(heading)) ? 'ignored' : undefined)
}

function checkHeadings<Column extends string>(
  { line, cells }: CsvRecord,
  order: readonly HeadingMeaning<Column>[],
  { headings, optional, labels }: UploadedListColumns<Column>,
): ListError[] {
  const columns = Object.keys(headings) as Column[]
  // Excel saves empty columns where the sheet was only formatted.
  const unknown = cells.filter((heading, index) => heading !== '' && order[index] === undefined)
  const repeated = columns.filter((column) => order.indexOf(column) !== order.lastIndexOf(column))
  const missing = columns.filter((column) => !order.includes(column) && !optional.includes(column))
  return [
    ...unknown.map((heading) => ({ line, column: heading, reason: 'is not a column of this list' })),
    ...repeated.map((column) => ({ line, column: headings[column], reason: 'is there twice' })),
    ...missing.map((column) => ({
      line,
      column: headings[column] || (labels?.[column] ?? ''),
      reason: 'is not among the headings',
    })),
  ]
}

/** The heading for each column; one without is not in the file. */
export type HeadingMapping<Column extends string> = { [One in Column]?: string | undefined }

interface MappingSources<Column extends string> {
  /** By which other systems name a column, in the order of the columns. */
  known: Readonly<Record<Column, readonly string[]>>
  /** By the person; `noHeading` for none. */
  chosen: HeadingMapping<Column>
  /** Of the file before. */
  former: HeadingMapping<Column> | null
}

/** All by which a column may be named. */
export const listNamesOfColumns = <Column extends string>({
  known,
  chosen,
  former,
}: MappingSources<Column>): string[] =>
  [chosen, former ?? {}, known]
    .flatMap((names) => Object.values<string | readonly string[] | undefined>(names))
    .flatMap((name) => name ?? [])

/** As chosen, as in the file before, or by its name; a heading stands for one column. */
export function chooseMapping<Column extends string>(
  headings: readonly string[],
  { known, chosen, former }: MappingSources<Column>,
): HeadingMapping<Column> {
  const find = (names: readonly string[]) =>
    names.flatMap((name) => headings.filter((heading) => normalizeHeading(heading) === normalizeHeading(name)))[0]
  const mapping: HeadingMapping<Column> = {}
  for (const column of Object.keys(known) as Column[]) {
    const given = chosen[column]
    if (given === noHeading) continue
    const heading = given ? find([given]) : find([former?.[column] ?? '', ...known[column]])
    if (heading && !Object.values(mapping).includes(heading)) mapping[column] = heading
  }
  return mapping
}
