// A file of results: which heading stands for what, and what is right and wrong in each line.
import type { CsvRecord } from '#server/providers/files/tables/parse-csv.ts'
import {
  type ListError,
  type ReadableTable,
  readRows,
  toTable,
  type UploadedListColumns,
} from '#server/providers/files/tables/read-list.ts'
import {
  maxRemark,
  type ResultColumn,
  type ResultMapping,
  resultColumnLabels,
  resultColumns,
  scoreText,
} from '#shared/staff/results.ts'
import { type SittingKind, sittingKinds } from '#shared/staff/sittings.ts'
import type { Examinee } from './store.ts'

export interface ReadResult {
  line: number
  /** As typed, in upper case. */
  number: string
  score: string
  maximum: string
  remark: string
  errors: Omit<ListError, 'line'>[]
}

export interface CheckedResult {
  line: number
  state: 'good' | 'same' | 'failed'
  errors: Omit<ListError, 'line'>[]
  /** Null unless it is good. */
  result: { examinee: Examinee; score: number; maximum: number; remark: string | null } | null
}

export async function readRecords(table: ReadableTable): Promise<{ error: ListError } | { records: CsvRecord[] }> {
  if (table.kind === 'invalid') return { error: { ...table.error, column: '' } }
  const records: CsvRecord[] = []
  for await (const batch of table.readBatches()) records.push(...batch)
  return { records }
}

/** @returns the lines below the headings, or the errors of the file as a whole */
export function readResults(
  records: CsvRecord[],
  mapping: ResultMapping,
): Promise<{ errors: ListError[] } | { lines: ReadResult[] }> {
  const headings = Object.fromEntries(resultColumns.map((column) => [column, mapping[column] ?? ''])) as Record<
    ResultColumn,
    string
  >
  const optional: ResultColumn[] = ['maximum', 'remark']
  const list: UploadedListColumns<ResultColumn> = {
    headings,
    optional,
    ignoresOthers: true,
    labels: resultColumnLabels,
    emptyReason: 'there is no result below the headings',
  }
  return readRows(
    toTable(records),
    list,
    ({ line, cells, errors }): ReadResult => ({
      line,
      ...cells,
      number: cells.number.toUpperCase(),
      errors,
    }),
  )
}

interface CheckOptions {
  kind: SittingKind
  examinees: readonly Examinee[]
  mapping: ResultMapping
  /** Of lines without one of their own; null for none. */
  maximum: number | null
}

export function checkResults(lines: readonly ReadResult[], options: CheckOptions): CheckedResult[] {
  const byNumber = new Map(
    options.examinees.flatMap((examinee) => [
      [examinee.number.toUpperCase(), examinee] as const,
      [examinee.userId.toUpperCase(), examinee] as const,
    ]),
  )
  const firstLines = new Map<string, number>()
  return lines.map((line) => {
    const examinee = byNumber.get(line.number)
    const first = examinee && firstLines.get(examinee.applicationId)
    if (examinee && first === undefined) firstLines.set(examinee.applicationId, line.line)
    return checkLine(line, examinee, { ...options, first })
  })
}

function checkLine(
  { line, errors, ...cells }: ReadResult,
  examinee: Examinee | undefined,
  { kind, mapping, maximum: common, first }: CheckOptions & { first: number | undefined },
): CheckedResult {
  const found = [...errors]
  const add = (column: ResultColumn, reason: string) => found.push({ column: mapping[column] ?? '', reason })
  const whose = describeExaminee(examinee, cells.number, kind)
  if (whose) add('number', whose)
  if (first !== undefined) add('number', `is on line ${first} too`)
  // Nobody has a score who was not there: such a line says nothing.
  const wasAway = examinee?.attendance === 'absent' || examinee?.attendance === 'turned_away'
  if (found.length === 0 && wasAway && cells.score === '') return { line, state: 'same', errors: [], result: null }
  const score = parse(cells.score, (reason) => add('score', reason))
  if (wasAway && cells.score !== '')
    add('score', `is of an applicant who was ${examinee?.attendance === 'absent' ? 'absent' : 'turned away'}`)
  const maximum =
    cells.maximum === '' && common !== null ? common : parse(cells.maximum, (reason) => add('maximum', reason))
  if (maximum === 0) add('maximum', 'is 0')
  if (score !== null && maximum !== null && score > maximum) add('score', `is above the maximum of ${maximum}`)
  if (cells.remark.length > maxRemark) add('remark', `is longer than ${maxRemark} characters`)
  if (cells.remark.startsWith('=')) add('remark', 'is a formula: put its value in its place')
  if (found.length > 0 || !examinee || score === null || maximum === null)
    return { line, state: 'failed', errors: found, result: null }
  const remark = cells.remark || null
  const isSame =
    examinee.score === score &&
    examinee.maximum === maximum &&
    examinee.remark === remark &&
    examinee.resultSeatId === examinee.seatId
  return {
    line,
    state: isSame ? 'same' : 'good',
    errors: [],
    result: isSame ? null : { examinee, score, maximum, remark },
  }
}

function describeExaminee(examinee: Examinee | undefined, number: string, kind: SittingKind): string | null {
  if (number === '') return 'is missing'
  if (!examinee) return 'is no application of this exercise'
  if (examinee.isWithdrawn) return 'is of an application that was withdrawn'
  const sitting = `${kind === 'cbt' ? 'a' : 'an'} ${sittingKinds[kind]}`
  if (!examinee.seatId) return `has no seat in ${sitting}`
  return examinee.hasBegun ? null : `has a seat in ${sitting} that has not begun`
}

function parse(text: string, refuse: (reason: string) => void): number | null {
  if (text === '') {
    refuse('is missing')
    return null
  }
  const parsed = scoreText.safeParse(text)
  if (parsed.success) return parsed.data
  refuse(parsed.error.issues[0]?.message ?? 'cannot be read')
  return null
}
