// The list of applicants from staff. Every error is reported with line, column and reason.
import { type CsvRecord, parseCsv } from '#server/providers/files/tables/parse-csv.ts'
import type { TableResult } from '#server/providers/files/tables/table-reader.ts'
import { unescapeCell } from '#shared/format/csv.ts'
import { errorListHeadings } from '#shared/staff/account-list.ts'
import {
  type Column,
  columns,
  createRowParser,
  headings,
  type NewApplicant,
  optionalColumns,
  type RowCells,
  type RowContext,
} from './applicant-row.ts'

export interface ListError {
  line: number
  /** The heading of the column; empty when the error concerns the whole line. */
  column: string
  reason: string
}

export interface ReadLine {
  line: number
  cells: RowCells
  /** Null when a cell is wrong. */
  applicant: NewApplicant | null
  errors: Omit<ListError, 'line'>[]
}

export type ApplicantTable = Exclude<TableResult, { kind: 'unreadable' }>

/** A list that a command reads. */
export function toApplicantTable(csv: string): ApplicantTable {
  const parsed = parseCsv(csv)
  if ('error' in parsed) return { kind: 'invalid', error: parsed.error }
  return {
    kind: 'table',
    async *readBatches() {
      yield parsed.records
    },
  }
}

/** @returns the lines below the headings, or the errors of the list as a whole */
export async function readLines(
  table: ApplicantTable,
  context: RowContext,
): Promise<{ errors: ListError[] } | { lines: ReadLine[] }> {
  if (table.kind === 'invalid') return { errors: [{ ...table.error, column: '' }] }
  let reader: ReturnType<typeof createListReader> | null = null
  const lines: ReadLine[] = []
  for await (const records of table.readBatches()) {
    const below = reader ? records : records.slice(1)
    reader ??= createListReader(records[0], context)
    if ('errors' in reader) return reader
    lines.push(...below.map(reader.readLine))
  }
  reader ??= createListReader(undefined, context)
  if ('errors' in reader) return reader
  const empty = { line: 1, column: '', reason: 'there is nobody below the headings' }
  return lines.length === 0 ? { errors: [empty] } : { lines }
}

/**
 * The headings are in the first line, in any order; `fee` and `charge`, in naira, are optional.
 * @returns the errors of the headings, or a function that reads the lines below them in their order
 */
function createListReader(
  head: CsvRecord | undefined,
  context: RowContext,
): { errors: ListError[] } | { readLine(record: CsvRecord): ReadLine } {
  if (!head) return { errors: [{ line: 1, column: '', reason: 'the file is empty' }] }
  const order = head.cells.map(findColumn)
  const errors = checkHeadings(head, order)
  if (errors.length > 0) return { errors }
  const parseRow = createRowParser(context)
  const firstLines = new Map<string, number>()

  return {
    readLine(record) {
      const { line } = record
      const cells = toRowCells(record, order)
      const result = parseRow(cells)
      const tooMany = record.cells.length > order.length ? [{ column: '', reason: tooManyCells }] : []
      if (Array.isArray(result)) {
        const wrong = result.map(({ column, reason }) => ({ column: headings[column], reason }))
        return { line, cells, applicant: null, errors: [...tooMany, ...wrong] }
      }
      const firstLine = firstLines.get(result.email)
      if (firstLine === undefined) firstLines.set(result.email, line)
      const repeated =
        firstLine === undefined ? [] : [{ column: headings.email, reason: `is on line ${firstLine} too` }]
      return { line, cells, applicant: result, errors: [...tooMany, ...repeated] }
    },
  }
}

const tooManyCells = 'has more cells than there are headings; a cell with a comma in it must stand in quotes'

const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '')
const ignoredHeadings: readonly string[] = Object.values(errorListHeadings)
type HeadingMeaning = Column | 'ignored' | undefined
const findColumn = (heading: string): HeadingMeaning =>
  ignoredHeadings.includes(normalizeHeading(heading))
    ? 'ignored'
    : columns.find((column) => normalizeHeading(headings[column]) === normalizeHeading(heading))

function checkHeadings({ line, cells }: CsvRecord, order: HeadingMeaning[]): ListError[] {
  const unknown = cells.filter((_, index) => order[index] === undefined)
  const repeated = columns.filter((column) => order.indexOf(column) !== order.lastIndexOf(column))
  const missing = columns.filter((column) => !order.includes(column) && !optionalColumns.includes(column))
  return [
    ...unknown.map((heading) => ({ line, column: heading, reason: 'is not a column of this list' })),
    ...repeated.map((column) => ({ line, column: headings[column], reason: 'is there twice' })),
    ...missing.map((column) => ({ line, column: headings[column], reason: 'is not among the headings' })),
  ]
}

function toRowCells({ cells }: CsvRecord, order: HeadingMeaning[]): RowCells {
  const readCell = (column: Column) => unescapeCell(cells[order.indexOf(column)] ?? '').normalize('NFC')
  return Object.fromEntries(columns.map((column) => [column, readCell(column)])) as RowCells
}
