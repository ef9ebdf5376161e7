// The bytes of an export: the list as CSV or workbook, or its slips.

import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import type { ExportableRows, ExportSummary, TableExporter } from '#server/providers/files/export/table-exporter.ts'
import { createExportTables, mayExportColumns } from '#shared/lists/exports/export-columns.ts'
import { type ExportedList, isExportedList } from '#shared/lists/exports/exported-lists.ts'
import { listGrantsIn, type RoleGrant } from '#shared/roles/permissions.ts'
import type { SelectionService } from '../selections/service.ts'
import { ExportStoppedError } from './export-stopped.ts'
import { type PackDependencies, type PackProgress, packSlips } from './pack-slips.ts'
import { type ExportRow, splitStoredFilter } from './store.ts'

export interface ExportContentDependencies extends PackDependencies {
  staffDatabase: Pick<Database, 'db' | 'url'>
  tableExporter: TableExporter
  selections: Pick<SelectionService, 'open'>
  lists: Readonly<Record<ExportedList, ExportableRows>>
}

export interface ContentRequest extends PackProgress {
  attempt: ExportRow
  /** Of the person, as they are now. */
  grants: readonly RoleGrant[]
}

/** @throws ExportStoppedError when it cannot be made */
export async function* openContent(
  dependencies: ExportContentDependencies,
  { attempt, grants, signal, onProgress }: ContentRequest,
): AsyncGenerator<Uint8Array, ExportSummary> {
  const { staffDatabase, tableExporter, lists, selections } = dependencies
  const { kind, exerciseId, filter, selectionId, format, columns, madeBy } = attempt
  // An export of a version that knew other lists.
  if (!isExportedList(kind)) throw new ExportStoppedError('error')
  const list: ExportedList = kind
  if (!mayExportColumns(listGrantsIn(grants, exerciseId), { list, columns }))
    throw new ExportStoppedError('not_permitted')
  // Its applications are removed once it has expired: the file would have none of them, and nobody would notice.
  if (selectionId)
    await selections
      .open(staffDatabase.db, selectionId, 'application:read', { staffId: madeBy, grants })
      .catch((error: unknown) => {
        throw error instanceof AppError ? new ExportStoppedError('selection_expired') : error
      })
  const request = { list, exerciseId, ...splitStoredFilter(filter), selectionId, staffId: madeBy, grants }
  if (format === 'zip-pdf') return yield* packSlips(dependencies, request, { signal, onProgress })
  const tables = createExportTables(list, { format, keys: columns })
  const queried = await lists[list].describeTables(request, tables)
  return yield* tableExporter.export(
    { format, tables: queried, databaseUrl: staffDatabase.url },
    { signal, onProgress },
  )
}
