// The nightly job that deletes uploads that no form and no photo uses any more.
import { createDb, type Database } from '#server/platform/database/connection.ts'
import { inTransaction } from '#server/platform/database/statement.ts'
import { registerContent, unregisterContent } from '#server/platform/database/unreferenced-contents.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { abandonedUploadDays } from '#shared/policy/privacy.ts'
import { beginSearch, finishSearch, listAccountsToSearch } from './abandoned-store.ts'
import { deleteUnusedUploads, filterByUnusedUploads } from './store.ts'

interface AbandonedUploadDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: Pick<FileStore, 'remove'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60_000
const pageSize = 1_000

/**
 * Looks at what has changed since it last came to its end. Safe to repeat. A content that cannot be removed now is left to
 * the job that discards contents.
 */
export const discardAbandonedUploads = (deps: AbandonedUploadDependencies) => async (): Promise<void> => {
  const { db } = deps.database
  const days = abandonedUploadDays
  const olderThan = new Date(deps.clock().getTime() - days * dayMs)
  const { startedAt, changedSince } = await beginSearch(db)
  let afterId: string | null = null
  do {
    const page = await listAccountsToSearch(db, { changedSince, days, olderThan, afterId, limit: pageSize })
    const changed = page.filter(({ mayHaveUnused }) => mayHaveUnused).map(({ id }) => id)
    const owners = changed.length > 0 ? await filterByUnusedUploads(db, changed, olderThan) : []
    for (const accountId of owners) await discardAbandoned(deps, accountId, olderThan)
    afterId = page.length < pageSize ? null : (page.at(-1)?.id ?? null)
  } while (afterId !== null)
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
