// The nightly job that deletes uploads that no form and no photo uses any more.
import { createDb, type Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/statement.ts'
import { registerContent, unregisterContent } from '#server/platform/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { abandonedUploadDays } from '#shared/policy/privacy.ts'
import { deleteUnusedUploads, filterByUnusedUploads, listUploaders } from './store.ts'

interface AbandonedUploadDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60_000
const pageSize = 200

/** Safe to repeat. A content that cannot be removed now is left to the job that discards contents. */
export const discardAbandonedUploads = (deps: AbandonedUploadDependencies) => async (): Promise<void> => {
  const { database, clock } = deps
  const olderThan = new Date(clock().getTime() - abandonedUploadDays * dayMs)
  for (let afterId: string | null = null; ; ) {
    const page: string[] = await listUploaders(database.db, { olderThan, afterId, limit: pageSize })
    const owners = page.length > 0 ? await filterByUnusedUploads(database.db, page, olderThan) : []
    for (const accountId of owners) await discardAbandoned(deps, accountId, olderThan)
    if (page.length < pageSize) return
    afterId = page.at(-1) ?? null
  }
}

async function discardAbandoned(
  { database: { pool }, files, clock }: AbandonedUploadDependencies,
  accountId: string,
  olderThan: Date,
): Promise<void> {
  const ids = await inTransaction(pool, async (client) => {
    const deleted = await deleteUnusedUploads(createDb(client), accountId, olderThan)
    for (const id of deleted) await registerContent(client, id, clock())
    return deleted
  })
  for (const id of ids) {
    await files.remove(id)
    await unregisterContent(pool, id)
  }
}
