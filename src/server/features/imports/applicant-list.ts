// The list of applicants from staff. Every error is reported with line, column and reason.
import { type CsvRecord, parseCsv } from '#server/providers/files/tables/parse-csv.ts'
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

interface ListedApplicant {
  line: number
  applicant: NewApplicant
}

export interface ApplicantList {
  applicants: ListedApplicant[]
  /** Ordered by line. */
  errors: ListError[]
}

/** The headings are in the first line, in any order; `fee` and `charge`, in naira, are optional. */
export function readApplicants(csv: string, context: RowContext): ApplicantList {
  const parsed = parseCsv(csv)
  if ('error' in parsed) return refuseList([{ ...parsed.error, column: '' }])
  const [head, ...records] = parsed.records
  const reader = createListReader(head, context)
  if ('errors' in reader) return refuseList(reader.errors)
  if (records.length === 0) return refuseList([createEmptyListError(head)])

  const lines = records.map(reader.readLine)
  return {
    applicants: lines.flatMap(({ line, applicant }) => (applicant ? [{ line, applicant }] : [])),
    errors: lines.flatMap(({ line, errors }) => errors.map((error) => ({ line, ...error }))),
  }
}

export interface ReadLine {
  line: number
  cells: RowCells
  /** Null when a cell is wrong. */
  applicant: NewApplicant | null
  errors: Omit<ListError, 'line'>[]
}

export const createEmptyListError = (head: CsvRecord | undefined): ListError => ({
  line: head?.line ?? 1,
  column: '',
  reason: 'there is nobody below the headings',
})

/** @returns the errors of the headings, or a function that reads the lines below them in their order */
export function createListReader(
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
const refuseList = (errors: ListError[]): ApplicantList => ({ applicants: [], errors })

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
