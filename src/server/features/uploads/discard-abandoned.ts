// The nightly job that deletes uploads that no form and no photo uses any more.
import { splitIntoBatches } from '#server/database/batches.ts'
import { createDb, type Database } from '#server/database/connection.ts'
import { inTransaction } from '#server/database/statement.ts'
import { registerContent, unregisterContent } from '#server/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { abandonedUploadDays } from '#shared/policy/privacy.ts'
import { beginSearch, finishSearch, listChangedAccounts } from './abandoned-store.ts'
import { deleteUnusedUploads, filterByUnusedUploads } from './store.ts'

interface AbandonedUploadDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60_000
const firstId = '00000000-0000-0000-0000-000000000000'
/** A night has a fraction of the first; each batch costs another reading of the tables. */
const accountsPerBatch = 50_000
const accountsPerLookup = 1_000

/**
 * Looks at what has changed since it last came to its end. Safe to repeat, also after it was killed. No transaction is open
 * while files are removed, which would keep vacuum from its work. A content that cannot be removed now is left to the job
 * that discards contents.
 */
export const discardAbandonedUploads =
  (deps: AbandonedUploadDependencies, { batchSize = accountsPerBatch } = {}) =>
  async (): Promise<void> => {
    const { db, pool } = deps.database
    const days = abandonedUploadDays
    const olderThan = new Date(deps.clock().getTime() - days * dayMs)
    const { startedAt, changedSince } = await beginSearch(db)
    const query = { changedSince, days, olderThan }
    for (let after: string | undefined = firstId; after !== undefined; ) {
      const page = { after, limit: batchSize }
      const changed: string[] = await inTransaction(pool, (client) => listChangedAccounts(client, query, page))
      for (const some of splitIntoBatches(changed, accountsPerLookup)) {
        const owners = await filterByUnusedUploads(db, some, olderThan)
        for (const accountId of owners) await discardAbandoned(deps, accountId, olderThan)
      }
      after = changed.length < batchSize ? undefined : changed.at(-1)
    }
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
