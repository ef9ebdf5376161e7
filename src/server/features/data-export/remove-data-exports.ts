// The hourly job that deletes archives whose time has passed.
import type { Database } from '#server/database/connection.ts'
import { unregisterContent } from '#server/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { dataExportLifetimeHours } from '#shared/policy/privacy.ts'
import { deleteExports, listExpiredExports } from './export-store.ts'

interface RemovalDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const hourMs = 60 * 60_000
const batchSize = 100

/** Safe to repeat. A content that cannot be removed now is left to the job that discards contents. */
export async function removeExports({ database, files, clock }: RemovalDependencies, ids: string[]): Promise<void> {
  const contents = await database.db.transaction((tx) => deleteExports(tx, ids, clock()))
  for (const id of contents) {
    await files.remove(id)
    await unregisterContent(database.pool, id)
  }
}

/** Those that have expired, and those that never became ready and nobody asked for again. */
export const removeDataExports = (deps: RemovalDependencies) => async (): Promise<void> => {
  for (;;) {
    const now = deps.clock()
    const requestedBefore = new Date(now.getTime() - dataExportLifetimeHours * hourMs)
    const ids = await listExpiredExports(deps.database.db, { now, requestedBefore, limit: batchSize })
    if (ids.length === 0) return
    await removeExports(deps, ids)
  }
}
