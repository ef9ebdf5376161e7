// What a file of a list holds, made of the same descriptions as the list and the form: sheets, headings, and how a value of
// the database reads in a cell.
import { derivedFacts } from '../../application/derived.ts'
import { type Answers, sections as formSections } from '../../application/sections.ts'
import { type EntryValues, type Field, isApplicable, isEmpty } from '../../forms/field.ts'
import type { Fields, Section, Sections } from '../../forms/section.ts'
import { formatAuditDetail } from '../../staff/labels/audit-details.ts'
import { formatAuditEvent, formatConcerned } from '../../staff/labels/audit-sentences.ts'
import type { CellFormat, ColumnKind } from '../column.ts'

/** A day (2024-12-31) is a date in a workbook; everything else but numbers is text, so that leading zeros stay. */
export type Cell = string | number | { day: string } | null

/** How a cell comes from the values of a row. */
export type CellSource =
  /** A value of the row, by the kind of its column; choices with their labels. */
  | {
      from: 'value'
      key: string
      kind: ColumnKind
      options?: Readonly<Record<string, string>> | undefined
      format?: CellFormat
    }
  /** An answer of the application; the row's value is all answers. */
  | { from: 'answer'; section: string; field: string | null }
  /** What follows from the answers of the application, such as the highest certificate. */
  | { from: 'fact'; fact: string }
  /** All entries of a list of the application in one cell, a line for each. */
  | { from: 'entries'; section: string }
  /** A field of the entry of which this row is made. */
  | { from: 'entry'; section: string; field: string }

export interface ExportTable {
  /** Of the sheet. */
  name: string
  columns: readonly { heading: string; source: CellSource }[]
  /** The file has a row for each entry of this list of the form, which is the last value. */
  entriesOf?: string
}

/**
 * The cells of the rows that the file has for one row of the database.
 * @param values one for each column that is `from: 'value'`; after them the answers or the entries, where a column needs them
 */
export function createCells(
  { columns, entriesOf }: ExportTable,
  values: readonly unknown[],
  sections: Sections = formSections,
): Cell[][] {
  const last = values.at(-1)
  const createRow = (answers: EntryValues, entry: EntryValues): Cell[] => {
    const given = values.values()
    return columns.map(({ source }) => createCell(source, { given, answers, entry, sections }))
  }
  if (entriesOf === undefined) return [createRow((last ?? {}) as EntryValues, {})]
  return (Array.isArray(last) ? last : []).map((entry) => createRow({}, entry as EntryValues))
}

interface RowContent {
  /** The values that are not used yet. */
  given: Iterator<unknown>
  answers: EntryValues
  entry: EntryValues
  sections: Sections
}

function createCell(source: CellSource, { given, answers, entry, sections }: RowContent): Cell {
  if (source.from === 'value') return formatValue(source, given.next().value)
  if (source.from === 'fact') return formatFact(source.fact, answers)
  const section = sections[source.section]
  switch (source.from) {
    case 'answer':
      return formatAnswer(section, source, answers)
    case 'entries':
      return formatEntries(section, answers[source.section])
    case 'entry':
      return formatField(getFields(section)[source.field], entry[source.field], entry)
  }
}

/** The columns of the list whose values a table needs, in the order of a row. */
export const listValueKeys = ({ columns }: ExportTable): string[] =>
  columns.flatMap(({ source }) => (source.from === 'value' ? [source.key] : []))

/** What a row has after its values. */
export function decideLastValue({ columns, entriesOf }: ExportTable): 'answers' | 'entries' | 'nothing' {
  if (entriesOf !== undefined) return 'entries'
  return columns.some(({ source }) => ['answer', 'entries', 'fact'].includes(source.from)) ? 'answers' : 'nothing'
}

/** By name, because a thread is given no functions. */
const formats: Readonly<Record<CellFormat, (value: never) => string | null>> = {
  auditSentence: formatAuditEvent,
  auditSubject: formatConcerned,
  auditDetail: formatAuditDetail,
}

function formatValue({ kind, options, format }: Extract<CellSource, { from: 'value' }>, value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (format) return formats[format](value as never) || null
  if (kind === 'flag') return value === true ? 'Yes' : 'No'
  if (kind === 'day') return isDay(String(value)) ? { day: String(value) } : String(value)
  if (kind === 'number' || kind === 'money') return Number(value)
  const getLabel = (one: unknown) => options?.[String(one)] ?? String(one)
  return Array.isArray(value) ? value.map(getLabel).join(', ') : getLabel(value)
}

/** A list that shows the time of day has it in the file as well. */
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)

function formatFact(fact: string, answers: EntryValues): Cell {
  const { compute, options } = derivedFacts[fact] ?? {}
  const value = compute?.(answers as Answers) ?? null
  return typeof value === 'string' ? (options?.[value] ?? value) : value
}

/** Of a section with one question, the field is null. */
function formatAnswer(
  section: Section | undefined,
  { section: name, field }: { section: string; field: string | null },
  answers: EntryValues,
): Cell {
  if (section?.shape === 'single') return formatField(section.field, answers[name], {})
  const entry = (answers[name] ?? {}) as EntryValues
  return field === null ? null : formatField(getFields(section)[field], entry[field], entry)
}

function formatEntries(section: Section | undefined, entries: unknown): Cell {
  if (section?.shape !== 'list' || !Array.isArray(entries)) return null
  return entries.map((entry) => section.summary(entry)).join('\n')
}

function formatField(field: Field | undefined, answer: unknown, entry: EntryValues): Cell {
  if (!field || isEmpty(answer) || !isApplicable(field, entry)) return null
  // The files themselves are on the application's page.
  if (field.kind === 'files') return (answer as readonly string[]).length
  return field.format(answer, entry)
}

const getFields = (section: Section | undefined): Fields =>
  section && section.shape !== 'single' ? (section.fields as Fields) : {}
