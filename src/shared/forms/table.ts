// Sections are rendered to tables once. Preview, slip, staff view, PDF and CSV only draw tables.
import { type EntryValues, type Field, isApplicable, isEmpty } from './field.ts'
import type { Fields, Section } from './section.ts'

/** Text, or what an answer with files has. Text alone makes the stored tables a third shorter. */
export type TableCell = string | { text: string; files: readonly string[] }

/** `grid` has a heading for each column; `facts` has a row for each question, with label and answer. */
export interface Table {
  name: string
  title: string
  layout: 'grid' | 'facts'
  headings: string[]
  rows: TableCell[][]
  /** Shown instead of rows when there are none. */
  none: string
}

export const getCellText = (cell: TableCell): string => (typeof cell === 'string' ? cell : cell.text)

export const getCellFiles = (cell: TableCell): readonly string[] => (typeof cell === 'string' ? [] : cell.files)

/** "View File 2": the name of an answer's file, numbered from 1. */
export const formatFileName = (n: number) => `View File ${n}`

/** The text of a cell where nothing can be opened. The names of files are not broken into lines. */
export const formatCellText = (cell: TableCell): string =>
  getCellFiles(cell)
    .map((_, n) => formatFileName(n + 1).replaceAll(' ', '\u00a0'))
    .join(', ') ||
  getCellText(cell) ||
  '—'

export const createFactsTable = (
  name: string,
  title: string,
  facts: readonly (readonly [string, string])[],
): Table => ({
  name,
  title,
  layout: 'facts',
  headings: [],
  rows: facts.map((fact) => [...fact]),
  none: '',
})

export function createSectionTable(name: string, section: Section, answer: unknown): Table {
  const { title } = section
  switch (section.shape) {
    case 'single': {
      const rows = isEmpty(answer) ? [] : [[section.field.label, createFieldCell(section.field, answer, {})]]
      return {
        name,
        title,
        layout: 'facts',
        headings: [],
        rows,
        none: section.messages.none,
      }
    }
    case 'group': {
      const entry = answer as EntryValues
      const rows = getApplicableFields(section.fields, entry).map(([key, field]) => [
        field.label,
        createFieldCell(field, entry[key], entry),
      ])
      return { name, title, layout: 'facts', headings: [], rows, none: '' }
    }
    case 'list': {
      const fields = Object.entries(section.fields as Fields)
      const rows = (answer as EntryValues[]).map((entry) =>
        fields.map(([key, field]) => createFieldCell(field, entry[key], entry)),
      )
      const headings = fields.map(([, field]) => field.label)
      return {
        name,
        title,
        layout: 'grid',
        headings,
        rows,
        none: section.messages.none,
      }
    }
  }
}

const getApplicableFields = (fields: Fields, entry: EntryValues) =>
  Object.entries(fields).filter(([, field]) => isApplicable(field, entry))

function createFieldCell(field: Field, answer: unknown, entry: EntryValues): TableCell {
  const text = field.format(answer ?? field.emptyValue, entry)
  return field.kind === 'files' ? { text, files: (answer ?? []) as string[] } : text
}
