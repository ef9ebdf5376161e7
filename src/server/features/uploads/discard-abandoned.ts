// The nightly job that deletes uploads that no form and no photo uses any more.
import { createDb, type Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/statement.ts'
import { registerContent, unregisterContent } from '#server/platform/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { abandonedUploadDays } from '#shared/policy/privacy.ts'
import { beginSearch, finishSearch, readChangedAccounts } from './abandoned-store.ts'
import { deleteUnusedUploads, filterByUnusedUploads } from './store.ts'

interface AbandonedUploadDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60_000

/**
 * Looks at what has changed since it last came to its end. Safe to repeat. A content that cannot be removed now is left to
 * the job that discards contents.
 */
export const discardAbandonedUploads = (deps: AbandonedUploadDependencies) => async (): Promise<void> => {
  const { db, pool } = deps.database
  const days = abandonedUploadDays
  const olderThan = new Date(deps.clock().getTime() - days * dayMs)
  const { startedAt, changedSince } = await beginSearch(db)
  await inTransaction(pool, async (client) => {
    for await (const changed of readChangedAccounts(client, { changedSince, days, olderThan })) {
      const owners = await filterByUnusedUploads(db, changed, olderThan)
      for (const accountId of owners) await discardAbandoned(deps, accountId, olderThan)
    }
  })
  await finishSearch(db, { startedAt })
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
