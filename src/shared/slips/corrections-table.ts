// What the registry corrected after the submission. The other tables of a slip stay as they were submitted.
import { formatDate } from '../format/dates.ts'
import type { Table } from '../forms/table.ts'
import { accountFactLabels } from '../policy/correctable-facts.ts'
import { genders } from '../reference-data/option-lists.ts'
import { stateOptions } from '../reference-data/states.ts'

/** One fact of an account that was corrected. */
export interface FactCorrection {
  /** The column of the account. */
  column: string
  /** As stored; null when it cannot be read. */
  before: string | null
  after: string | null
  at: Date
}

const formats: Readonly<Record<string, (value: string) => string>> = {
  dateOfBirth: formatDate,
  gender: (value) => (value in genders ? genders[value as keyof typeof genders] : value),
  state: (value) => stateOptions[value] ?? value,
}

const labels: Readonly<Record<string, string>> = accountFactLabels

/** @param corrections the oldest first */
export function renderCorrectionsTable(corrections: readonly FactCorrection[]): Table {
  const format = (column: string, value: string | null) =>
    value === null ? 'Unknown' : (formats[column]?.(value) ?? value)
  return {
    name: 'corrections',
    title: 'Corrections',
    layout: 'grid',
    headings: ['Corrected on', 'Detail', 'As submitted', 'Corrected to'],
    rows: corrections.map(({ column, before, after, at }) => [
      formatDate(at),
      labels[column] ?? column,
      format(column, before),
      format(column, after),
    ]),
    none: '',
  }
}
