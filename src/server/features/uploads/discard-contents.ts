// The hourly job that removes contents without a row: an upload that was interrupted left them behind.
import type { Database } from '#server/database/connection.ts'
import { findUnreferencedContents, unregisterContent } from '#server/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { fileExists } from './store.ts'

/** Longer than any upload takes between its content and its row. */
const discardAfterMs = 60 * 60_000

interface DiscardDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

/** Safe to repeat. */
export const discardContents =
  ({ database: { db, pool }, files, clock }: DiscardDependencies) =>
  async (): Promise<void> => {
    const before = new Date(clock().getTime() - discardAfterMs)
    for (const { id } of await findUnreferencedContents(db, before)) {
      if (!(await fileExists(db, id))) await files.remove(id)
      await unregisterContent(pool, id)
    }
  }
