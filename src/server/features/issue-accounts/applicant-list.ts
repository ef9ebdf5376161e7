// The list of applicants that staff hand in as CSV: every fault of it is told, with its line, column and reason.
import { type Cells, type Column, columns, type Frame, headings, optionalColumns, readRow } from './applicant-row.ts'
import { type CsvRecord, csvRecords } from './csv-records.ts'
import type { NewApplicant } from './issue-accounts.ts'

export interface Fault {
  line: number
  /** The column's heading; empty when it is about the line as a whole. */
  column: string
  reason: string
}

interface ListedApplicant {
  line: number
  applicant: NewApplicant
}

export interface ApplicantList {
  applicants: ListedApplicant[]
  /** In the order of the lines. */
  faults: Fault[]
}

/** Headings stand in the first line, in any order; `fee` and `charge`, in naira, may be left out. */
export function readApplicants(text: string, frame: Frame): ApplicantList {
  const [head, ...records] = csvRecords(text)
  if (!head) return refused([{ line: 1, column: '', reason: 'the file is empty' }])
  const found = head.cells.map(columnOf)
  const faults = headingFaults(head, found)
  if (faults.length > 0) return refused(faults)
  if (records.length === 0)
    return refused([{ line: head.line, column: '', reason: 'there is nobody below the headings' }])

  const applicants: ListedApplicant[] = []
  for (const record of records) {
    const read = readRow(cellsOf(record, found), frame)
    if (record.cells.length > found.length) faults.push({ line: record.line, column: '', reason: tooManyCells })
    if (Array.isArray(read))
      faults.push(...read.map(({ column, reason }) => ({ line: record.line, column: headings[column], reason })))
    else applicants.push({ line: record.line, applicant: read })
  }
  return { applicants, faults: [...faults, ...repeatedEmails(applicants)].sort((a, b) => a.line - b.line) }
}

const tooManyCells = 'has more cells than there are headings; a cell with a comma in it must stand in quotes'
const refused = (faults: Fault[]): ApplicantList => ({ applicants: [], faults })

const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')
const columnOf = (heading: string) => columns.find((column) => letters(headings[column]) === letters(heading))

function headingFaults({ line, cells }: CsvRecord, found: (Column | undefined)[]): Fault[] {
  const unknown = cells.filter((_, index) => found[index] === undefined)
  const twice = columns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column))
  const missing = columns.filter((column) => !found.includes(column) && !optionalColumns.includes(column))
  return [
    ...unknown.map((heading) => ({ line, column: heading, reason: 'is not a column of this list' })),
    ...twice.map((column) => ({ line, column: headings[column], reason: 'is there twice' })),
    ...missing.map((column) => ({ line, column: headings[column], reason: 'is not among the headings' })),
  ]
}

function cellsOf({ cells }: CsvRecord, found: (Column | undefined)[]): Cells {
  const cell = (column: Column) => cells[found.indexOf(column)] ?? ''
  return Object.fromEntries(columns.map((column) => [column, cell(column)])) as Cells
}

function repeatedEmails(applicants: ListedApplicant[]): Fault[] {
  const firstLine = new Map<string, number>()
  return applicants.flatMap(({ line, applicant: { email } }) => {
    const before = firstLine.get(email)
    if (before === undefined) firstLine.set(email, line)
    return before === undefined ? [] : [{ line, column: headings.email, reason: `is on line ${before} too` }]
  })
}
