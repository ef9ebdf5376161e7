// What can be exported: the columns of each list, and of applications every answer of the form. A new section or field of
// the form is here by itself.

import { listLimits, type Permission, type RoleGrant } from '#shared/roles/permissions.ts'
import { derivedFacts } from '../../application/derived.ts'
import { sections as formSections } from '../../application/sections.ts'
import type { Fields, Sections } from '../../forms/section.ts'
import { applicantList } from '../applicants.ts'
import type { StaffColumn } from '../column.ts'
import type { CellSource, ExportTable } from './export-tables.ts'
import { type ExportedList, type ExportFormat, getExportedList, mayExport } from './exported-lists.ts'

/** A column that can be chosen. */
export interface ExportColumn {
  label: string
  personal: boolean
  permission?: Permission | undefined
  source: CellSource
}

/**
 * By the key that an export names. A list of the form is one: it is a sheet of a workbook, and in CSV a cell with a line for
 * each entry.
 */
export function listExportColumns(
  list: ExportedList,
  sections: Sections = formSections,
): Readonly<Record<string, ExportColumn>> {
  const { columns: listed, exported } = getExportedList(list)
  const columns = Object.entries<StaffColumn>({ ...listed, ...exported.additional }).flatMap(([key, column]) =>
    exported.omitted?.includes(key) ? [] : [[key, createValueColumn(key, column)] as const],
  )
  return Object.fromEntries(
    list === 'applications' ? [...columns, ...listFactColumns(), ...listAnswerColumns(sections)] : columns,
  )
}

/** Whether these roles include the list, exports of it, and each of the columns. */
export function mayExportColumns(
  grants: readonly Pick<RoleGrant, 'role'>[],
  { list, columns }: { list: ExportedList; columns: readonly string[] },
): boolean {
  const known = listExportColumns(list)
  const needed = columns.flatMap((key) => known[key]?.permission ?? [])
  return mayExport(grants, list) && needed.every((name) => listLimits(grants, name) === null)
}

const createValueColumn = (
  key: string,
  { label, personal, permission, kind, options, exportedAs: format }: StaffColumn,
): ExportColumn => ({
  label,
  personal,
  permission,
  source: { from: 'value', key, kind, ...(format ? { format } : { options }) },
})

/** What follows from the answers; a list's count has another key than the list. */
const listFactColumns = (): [string, ExportColumn][] =>
  Object.entries(derivedFacts).map(([fact, { label }]) => [
    `facts.${fact}`,
    { label: fact in formSections ? `${label}: number` : label, personal: true, source: { from: 'fact', fact } },
  ])

const listAnswerColumns = (sections: Sections): [string, ExportColumn][] =>
  Object.entries(sections).flatMap(([section, { title, ...rest }]): [string, ExportColumn][] => {
    if (rest.shape === 'single')
      return [[section, { label: title, personal: true, source: { from: 'answer', section, field: null } }]]
    if (rest.shape === 'list')
      return [[section, { label: title, personal: true, source: { from: 'entries', section } }]]
    return Object.entries(rest.fields as Fields).map(([field, { label }]) => [
      `${section}.${field}`,
      { label: `${title}: ${label}`, personal: true, source: { from: 'answer', section, field } },
    ])
  })

/** Whether an export of these columns holds personal data. Slips always do. */
export const isPersonalExport = (list: ExportedList, format: ExportFormat, keys: readonly string[]): boolean => {
  const columns = listExportColumns(list)
  return format === 'zip-pdf' || keys.some((key) => columns[key]?.personal)
}

/** The tables of a file with these columns, in the order of the description. */
export function createExportTables(
  list: ExportedList,
  { format, keys }: { format: 'csv' | 'xlsx'; keys: readonly string[] },
  sections: Sections = formSections,
): [ExportTable, ...ExportTable[]] {
  const all = listExportColumns(list, sections)
  const chosen = Object.keys(all).filter((key) => keys.includes(key))
  const isSheet = (key: string) => format === 'xlsx' && all[key]?.source.from === 'entries'
  const main: ExportTable = {
    name: getExportedList(list).label,
    columns: chosen.filter((key) => !isSheet(key)).flatMap((key) => toColumn(all[key])),
  }
  return [main, ...chosen.filter(isSheet).map((section) => createEntryTable(section, sections))]
}

const toColumn = (column: ExportColumn | undefined) =>
  column ? [{ heading: column.label, source: column.source }] : []

/** A row for each entry, with the number of its application. */
function createEntryTable(section: string, sections: Sections): ExportTable {
  const { number } = applicantList.columns
  const { title, fields } = sections[section] as { title: string; fields: Fields }
  return {
    name: title,
    entriesOf: section,
    columns: [
      { heading: number.label, source: { from: 'value', key: 'number', kind: number.kind } },
      ...Object.entries(fields).map(([field, { label }]) => ({
        heading: label,
        source: { from: 'entry', section, field } as const,
      })),
    ],
  }
}
