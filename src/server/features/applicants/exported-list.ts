// What an export of the list of applicants holds: the rows that the list shows to the person who exports it.
import type { Database } from '#server/platform/database/connection.ts'
import type { QueriedTable } from '#server/providers/files/export/table-exporter.ts'
import type { ExportTable } from '#shared/staff/exports/export-tables.ts'
import { type ExportedList, exportLists } from '#shared/staff/exports/exported-lists.ts'
import { listScopes, listWholeScopes, type RoleGrant } from '#shared/staff/permissions.ts'
import { createListStatement, type ExportedRows, listExportedApplications } from './export-store.ts'
import { createApplicationCondition, createListCondition, decideOrder } from './list.ts'

export interface ExportedListRequest {
  list: ExportedList
  exerciseId: number
  /** As in the query of the list. */
  filter: Readonly<Record<string, string>>
  selectionId: string | null
  /** The person who exports, and gets no application from which they are recused. */
  staffId: string
  grants: readonly RoleGrant[]
}

export function createExportedList({ staffDatabase: { db } }: { staffDatabase: Pick<Database, 'db'> }) {
  async function describeRows(request: ExportedListRequest): Promise<ExportedRows> {
    const { list, exerciseId, filter, staffId, grants, selectionId } = request
    const where = { exerciseId, scopes: listWholeScopes(grants, exportLists[list].permission), staffId }
    const isOfApplications = list === 'applications'
    return {
      list,
      exerciseId,
      condition: isOfApplications
        ? await createApplicationCondition(db, filter, where)
        : await createListCondition(db, filter, where),
      exportScopes: listWholeScopes(grants, 'export:make'),
      readableScopes: listScopes(grants, 'applicant:read'),
      ...(await decideOrder(db, isOfApplications ? { sort: '-submitted', ...filter } : filter)),
      selectionId,
    }
  }

  return {
    /** The tables with their statements. */
    async describeTables(request: ExportedListRequest, tables: readonly ExportTable[]): Promise<QueriedTable[]> {
      const rows = await describeRows(request)
      return tables.map((table) => ({ table, statement: createListStatement(rows, table) }))
    },

    /** Whose applications these are, up to the limit. */
    listApplications: async (request: ExportedListRequest, limit: number) =>
      listExportedApplications(db, await describeRows(request), limit),
  }
}
