import type { ImportError, ListedImport } from '#shared/api/staff/imports.ts'
import { formatCsv } from '#shared/format/csv.ts'
import { accountListColumns, accountListHeadings, errorListHeadings } from '#shared/staff/account-list.ts'
import type { ImportLine, ImportWithMaker } from './store.ts'

export const presentImport = (row: ImportWithMaker): ListedImport => ({
  id: row.id,
  kind: 'accounts',
  exercise: row.year,
  name: String(row.options.name ?? ''),
  state: row.state,
  lines: row.lines,
  good: row.good,
  same: row.same,
  failed: row.failed,
  applied: row.applied,
  madeBy: row.maker,
  madeAt: row.madeAt.toISOString(),
  appliedAt: row.appliedAt?.toISOString() ?? null,
})

export const listErrors = (lines: readonly ImportLine[]): ImportError[] =>
  lines.flatMap(({ line, errors }) => errors.map(({ column, reason }) => ({ line, column, reason })))

/** The failed lines with the columns of the list, their line and the reasons. */
export function formatErrorList(lines: readonly ImportLine[]): string {
  const head = [
    errorListHeadings.line,
    ...accountListColumns.map((column) => accountListHeadings[column]),
    errorListHeadings.reasons,
  ]
  const rows = lines.map(({ line, cells, errors }) => [
    String(line),
    ...accountListColumns.map((column) => cells[column] ?? ''),
    errors.map(({ column, reason }) => (column ? `${column}: ${reason}` : reason)).join('; '),
  ])
  return formatCsv([head, ...rows])
}
