// The CSV list of applicants from staff. Every error is reported with line, column and reason.
import {
  type Column,
  columns,
  headings,
  type NewApplicant,
  optionalColumns,
  parseRow,
  type RowCells,
  type RowContext,
} from './applicant-row.ts'
import { type CsvRecord, parseCsv } from './parse-csv.ts'

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
  if (!head) return refuseList([{ line: 1, column: '', reason: 'the file is empty' }])
  const order = head.cells.map(findColumn)
  const errors = checkHeadings(head, order)
  if (errors.length > 0) return refuseList(errors)
  if (records.length === 0)
    return refuseList([{ line: head.line, column: '', reason: 'there is nobody below the headings' }])

  const applicants: ListedApplicant[] = []
  for (const record of records) {
    const { line } = record
    const result = parseRow(toRowCells(record, order), context)
    if (record.cells.length > order.length) errors.push({ line, column: '', reason: tooManyCells })
    if (Array.isArray(result))
      errors.push(...result.map(({ column, reason }) => ({ line, column: headings[column], reason })))
    else applicants.push({ line, applicant: result })
  }
  return { applicants, errors: [...errors, ...findRepeatedEmails(applicants)].sort((a, b) => a.line - b.line) }
}

const tooManyCells = 'has more cells than there are headings; a cell with a comma in it must stand in quotes'
const refuseList = (errors: ListError[]): ApplicantList => ({ applicants: [], errors })

const normalizeHeading = (heading: string) => heading.toLowerCase().replace(/[^a-z]/g, '')
const findColumn = (heading: string) =>
  columns.find((column) => normalizeHeading(headings[column]) === normalizeHeading(heading))

function checkHeadings({ line, cells }: CsvRecord, order: (Column | undefined)[]): ListError[] {
  const unknown = cells.filter((_, index) => order[index] === undefined)
  const repeated = columns.filter((column) => order.indexOf(column) !== order.lastIndexOf(column))
  const missing = columns.filter((column) => !order.includes(column) && !optionalColumns.includes(column))
  return [
    ...unknown.map((heading) => ({ line, column: heading, reason: 'is not a column of this list' })),
    ...repeated.map((column) => ({ line, column: headings[column], reason: 'is there twice' })),
    ...missing.map((column) => ({ line, column: headings[column], reason: 'is not among the headings' })),
  ]
}

function toRowCells({ cells }: CsvRecord, order: (Column | undefined)[]): RowCells {
  const readCell = (column: Column) => cells[order.indexOf(column)] ?? ''
  return Object.fromEntries(columns.map((column) => [column, readCell(column)])) as RowCells
}

function findRepeatedEmails(applicants: ListedApplicant[]): ListError[] {
  const firstLines = new Map<string, number>()
  return applicants.flatMap(({ line, applicant: { email } }) => {
    const firstLine = firstLines.get(email)
    if (firstLine === undefined) firstLines.set(email, line)
    return firstLine === undefined ? [] : [{ line, column: headings.email, reason: `is on line ${firstLine} too` }]
  })
}
