import type { StaffPrincipal } from '#server/http/staff/staff-principal.ts'
import type { RegisteredExport } from '#shared/api/staff/lists/exports.ts'
import { getDay } from '#shared/format/days.ts'
import type { ExportFormat } from '#shared/lists/exports/exported-lists.ts'
import { type ExportRow, type RegisteredRow, splitStoredFilter } from './store.ts'

/** The name under which a file is saved, and its media type. */
export interface ExportFile {
  name: string
  type: string
}

const fileTypes: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  xlsx: { extension: 'xlsx', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  'zip-pdf': { extension: 'zip', type: 'application/zip' },
}

/** Such as applicants-2024-exported-2024-12-31.csv. */
export function describeFile({ kind, format, madeAt }: ExportRow, year: number | null): ExportFile {
  const { extension, type } = fileTypes[format]
  const list = format === 'zip-pdf' ? 'application-slips' : kind
  return { name: `${list}-${year ?? 'all'}-exported-${getDay(madeAt)}.${extension}`, type }
}

/** Of chosen applicants how many, since a thousand user IDs tell a reader no more. */
function presentRows(row: ExportRow): Pick<RegisteredExport, 'filter' | 'chosen' | 'except'> {
  const { filter, chosen } = splitStoredFilter(row.filter)
  return { filter, chosen: chosen.userIds?.length ?? null, except: chosen.except?.length ?? 0 }
}

const isPast = (moment: Date | null, now: Date) => moment !== null && moment <= now

/** Field by field, so that a new column is not sent by accident. */
export const presentExport = (
  { row, maker, year, precedesRecusal }: RegisteredRow,
  { staffId }: StaffPrincipal,
  now: Date,
): RegisteredExport => ({
  id: row.id,
  list: row.kind,
  exercise: year,
  ...presentRows(row),
  selection: row.selectionId,
  columns: row.columns,
  format: row.format,
  personal: row.isPersonal,
  reason: row.reason,
  state: row.state === 'ready' && (precedesRecusal || isPast(row.expiresAt, now)) ? 'expired' : row.state,
  done: row.done,
  total: row.total,
  rows: row.rows,
  bytes: row.bytes,
  sha256: row.sha256?.toString('hex') ?? null,
  failure: row.failure,
  downloads: row.downloads,
  madeBy: maker,
  own: row.madeBy === staffId,
  madeAt: row.madeAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
})
