// What an export of the list of applicants holds: the rows that the list shows to the person who exports it.
import type { Database } from '#server/database/connection.ts'
import type { ExportableRows, ListRequest } from '#server/providers/files/export/table-exporter.ts'
import { exportLists } from '#shared/lists/exports/exported-lists.ts'
import { listScopes, listWholeScopes } from '#shared/roles/permissions.ts'
import { createListStatement, type ExportedRows, listExportedApplications } from './export-store.ts'
import { createApplicationCondition, createListCondition, decideOrder } from './list.ts'

export interface ApplicationSource {
  /** Whose applications these are, up to the limit. */
  listApplications(
    request: ListRequest,
    limit: number,
  ): Promise<readonly { accountId: string; number: string | null }[]>
}

/** Nobody gets an application from which they are recused. */
export function createExportedList({
  staffDatabase: { db },
}: {
  staffDatabase: Pick<Database, 'db'>
}): ExportableRows & ApplicationSource {
  async function describeRows(request: ListRequest): Promise<ExportedRows> {
    const { list, exerciseId, filter, chosen, staffId, grants, selectionId } = request
    if (exerciseId === null) throw new Error('This list is of one exercise.')
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
      chosen,
      selectionId,
    }
  }

  return {
    async describeTables(request, tables) {
      const rows = await describeRows(request)
      return tables.map((table) => ({ table, statement: createListStatement(rows, table) }))
    },

    listApplications: async (request, limit) => listExportedApplications(db, await describeRows(request), limit),
  }
}
