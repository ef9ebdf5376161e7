import type { StaffColumn } from '#shared/lists/column.ts'
import { listExportColumns } from '#shared/lists/exports/export-columns.ts'
import { getExportedList, isExportedList } from '#shared/lists/exports/exported-lists.ts'

/** The columns of a list by their keys, for the names of filters and columns; empty for a list that no longer exists. */
export function listColumnsOf(list: string): Readonly<Record<string, StaffColumn>> {
  if (!isExportedList(list)) return {}
  const answers = Object.entries(listExportColumns(list)).map(([key, { label, personal }]) => [
    key,
    { label, personal, kind: 'text', filter: 'none', sortable: false },
  ])
  return { ...Object.fromEntries(answers), ...getExportedList(list).columns }
}
