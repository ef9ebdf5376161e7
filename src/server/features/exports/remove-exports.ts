// The hourly job that removes files whose time has passed; the register of exports stays.
import type { Database } from '#server/database/connection.ts'
import { unregisterContent } from '#server/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { expireExports, listExpired } from './store.ts'

interface RemovalDependencies {
  staffDatabase: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const batchSize = 100

/** Safe to repeat. A content that cannot be removed now is left to the job that discards contents. */
export async function expireFiles(
  { staffDatabase, files, clock }: RemovalDependencies,
  ids: readonly string[],
): Promise<void> {
  const contents = await staffDatabase.db.transaction((tx) => expireExports(tx, ids, clock()))
  for (const id of contents) {
    await files.remove(id)
    await unregisterContent(staffDatabase.pool, id)
  }
}

export const removeExpiredFiles = (dependencies: RemovalDependencies) => async (): Promise<void> => {
  for (;;) {
    const ids = await listExpired(dependencies.staffDatabase.db, dependencies.clock(), batchSize)
    if (ids.length === 0) return
    await expireFiles(dependencies, ids)
  }
}
