// The list of applicants from staff: what each line says of an applicant, and what is wrong with it.
import { parseCsv } from '#server/providers/files/tables/parse-csv.ts'
import { type ListError, type ReadableTable, readRows, toTable } from '#server/providers/files/tables/read-list.ts'
import { errorListHeadings } from '#shared/staff/account-list.ts'
import {
  createRowParser,
  headings,
  type NewApplicant,
  optionalColumns,
  type RowCells,
  type RowContext,
} from './applicant-row.ts'

export interface ReadLine {
  line: number
  cells: RowCells
  /** Null when a cell is wrong. */
  applicant: NewApplicant | null
  errors: Omit<ListError, 'line'>[]
}

/** A list that a command reads. */
export function toApplicantTable(csv: string): ReadableTable {
  const parsed = parseCsv(csv)
  if ('error' in parsed) return { kind: 'invalid', error: parsed.error }
  return toTable(parsed.records)
}

/** `fee` and `charge` are in naira. */
const applicantList = {
  headings,
  optional: optionalColumns,
  ignored: Object.values(errorListHeadings),
  emptyReason: 'there is nobody below the headings',
}

/** @returns the lines below the headings, or the errors of the list as a whole */
export function readLines(
  table: ReadableTable,
  context: RowContext,
): Promise<{ errors: ListError[] } | { lines: ReadLine[] }> {
  const parseRow = createRowParser(context)
  const firstLines = new Map<string, number>()
  return readRows(table, applicantList, ({ line, cells, errors }): ReadLine => {
    const result = parseRow(cells)
    if (Array.isArray(result)) {
      const wrong = result.map(({ column, reason }) => ({ column: headings[column], reason }))
      return { line, cells, applicant: null, errors: [...errors, ...wrong] }
    }
    const firstLine = firstLines.get(result.email)
    if (firstLine === undefined) firstLines.set(result.email, line)
    const repeated = firstLine === undefined ? [] : [{ column: headings.email, reason: `is on line ${firstLine} too` }]
    return { line, cells, applicant: result, errors: [...errors, ...repeated] }
  })
}
