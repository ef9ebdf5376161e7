// The job that makes an archive. It streams from the database and the file store into the file store.
import { randomUUID } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import type { Database } from '#server/database/connection.ts'
import { describeError, isUnavailable } from '#server/database/errors.ts'
import { claimContent, registerContent } from '#server/database/unreferenced-contents.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { enqueue, type Jobs } from '#server/platform/queue/queue.ts'
import { createArchive } from '#server/providers/files/store/archive.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { dataExportLifetimeHours } from '#shared/policy/privacy.ts'
import { type ContentDependencies, listContents } from './contents.ts'
import {
  countAttempt,
  type DataExportRow,
  listReplacedExports,
  saveFailedExport,
  saveReadyExport,
} from './export-store.ts'
import { removeExports } from './remove-data-exports.ts'

export interface DataExportJobDependencies extends ContentDependencies {
  database: Pick<Database, 'db' | 'pool'>
  files: FileStore
  clock: () => Date
}

/** The queue repeats a failed job after growing delays: together about half a minute. */
const maxAttempts = 4
/** Shorter than what an unreferenced content is kept for. */
const timeoutMs = 10 * 60_000
const busyDelayMs = 5_000
const hourMs = 60 * 60_000

/** One at a time: the other worker stays free for payments and emails. */
export function prepareDataExport(deps: DataExportJobDependencies) {
  let isBusy = false
  return async ({ exportId }: Jobs['prepare_data_export']): Promise<void> => {
    if (isBusy) return enqueuePreparation(deps.database.db, exportId, new Date(Date.now() + busyDelayMs))
    isBusy = true
    try {
      await attemptExport(deps, exportId)
    } finally {
      isBusy = false
    }
  }
}

/** Repeated calls make one job. */
export const enqueuePreparation = (tx: Parameters<typeof enqueue>[0], exportId: string, runAt?: Date): Promise<void> =>
  enqueue(tx, 'prepare_data_export', { exportId }, { key: `data_export:${exportId}`, ...(runAt && { runAt }) })

/** Throws while the queue should try again. The attempt is counted first, so that killed ones count too. */
async function attemptExport(deps: DataExportJobDependencies, exportId: string): Promise<void> {
  const { db } = deps.database
  const attempt = await countAttempt(db, exportId)
  if (!attempt) return
  if (attempt.attempts > maxAttempts) return failExport(deps, attempt)
  try {
    await makeArchive(deps, attempt)
  } catch (error) {
    if (attempt.attempts < maxAttempts) throw error
    deps.log.error({ exportId, errors: describeError(error) }, 'a data export failed for good')
    await failExport(deps, attempt)
  }
}

async function failExport({ database: { db } }: DataExportJobDependencies, { id, accountId }: DataExportRow) {
  await db.transaction(async (tx) => {
    if (await saveFailedExport(tx, id))
      await audit(tx, { actor: 'system', action: 'data_export_failed', accountId, detail: { exportId: id } })
  })
}

async function makeArchive(deps: DataExportJobDependencies, { id, accountId }: DataExportRow): Promise<void> {
  const { database, files, clock } = deps
  const now = clock()
  const contentId = randomUUID()
  await registerContent(database.pool, contentId, now)
  const archive = addAbortSignal(AbortSignal.timeout(timeoutMs), createArchive(listContents(deps, accountId, now), now))
  let size = 0
  async function* countBytes() {
    for await (const chunk of archive as AsyncIterable<Uint8Array>) {
      size += chunk.length
      yield chunk
    }
  }
  try {
    await files.put(contentId, countBytes(), 'application/zip')
    await saveArchive(deps, { id, accountId, contentId, size })
  } catch (error) {
    // If the connection was lost during the commit, the row may exist and need the content. The hourly job decides.
    if (!isUnavailable(error)) await files.remove(contentId).catch(() => {})
    throw error
  } finally {
    archive.destroy()
  }
  const replaced = await listReplacedExports(database.db, accountId, id)
  await removeExports(deps, replaced)
}

async function saveArchive(
  { database: { db }, clock }: DataExportJobDependencies,
  { id, accountId, contentId, size }: { id: string; accountId: string; contentId: string; size: number },
): Promise<void> {
  const expiresAt = new Date(clock().getTime() + dataExportLifetimeHours * hourMs)
  await db.transaction(async (tx) => {
    await claimContent(tx, contentId)
    const isSaved = await saveReadyExport(tx, id, { contentId, size, expiresAt })
    if (!isSaved) throw new Error('A data export is no longer being prepared.')
    await audit(tx, { actor: 'system', action: 'data_export_ready', accountId, detail: { exportId: id, size } })
  })
}
