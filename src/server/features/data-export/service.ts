// Archives of all that is kept about an account, which its owner can ask for and download for a day.
import type { Readable } from 'node:stream'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import {
  addExport,
  type DataExportRow,
  findNewestExport,
  findReadyExport,
  lockOwner,
  saveFailedExport,
  saveMissingContent,
} from './export-store.ts'
import { enqueuePreparation } from './prepare-data-export.ts'

interface DataExportDependencies {
  database: Pick<Database, 'db'>
  files: Pick<FileStore, 'get'>
  clock: () => Date
}

export interface Download {
  userId: string
  size: number
  content: Readable
}

export type DataExportService = ReturnType<typeof createDataExportService>

/** A job that was lost would otherwise block the account for ever. */
const staleAfterMs = 60 * 60_000

export function createDataExportService({ database: { db }, files, clock }: DataExportDependencies) {
  /** As its owner sees it: expired is gone, and what takes too long has failed. */
  function decideCurrent(row: DataExportRow | null): DataExportRow | null {
    const now = clock().getTime()
    if (row?.expiresAt && row.expiresAt.getTime() <= now) return null
    const isStale = row?.status === 'preparing' && row.requestedAt.getTime() + staleAfterMs <= now
    return isStale ? { ...row, status: 'failed' } : row
  }

  return {
    /** The newest one; null when there is none or it has expired. */
    getCurrent: async (accountId: string): Promise<DataExportRow | null> =>
      decideCurrent(await findNewestExport(db, accountId)),

    /** Prepares a new one; while one is being prepared, returns that one. */
    request: (accountId: string): Promise<DataExportRow> =>
      db.transaction(async (tx) => {
        await lockOwner(tx, accountId)
        const newest = await findNewestExport(tx, accountId)
        if (newest?.status === 'preparing') {
          if (decideCurrent(newest)?.status === 'preparing') return newest
          await saveFailedExport(tx, newest.id)
        }
        const added = await addExport(tx, accountId, clock())
        await enqueuePreparation(tx, added.id)
        const detail = { exportId: added.id }
        await audit(tx, { actor: 'applicant', action: 'data_export_requested', accountId, detail })
        return added
      }),

    /** @throws AppError `data_export_gone`, also for another account's archive; that attempt is recorded in the audit log */
    async openDownload(accountId: string, id: string): Promise<Download> {
      const found = await findReadyExport(db, id)
      if (found && found.accountId !== accountId)
        throw new AppError('data_export_gone', { auditAs: { action: 'file_refused', detail: { id } } })
      if (!found || !decideCurrent(found)) throw new AppError('data_export_gone')
      const { contentId, size, userId } = found
      const content = await files.get(contentId)
      if (!content) {
        // A restored backup has the row, but not the archive.
        await saveMissingContent(db, id)
        throw new AppError('data_export_gone')
      }
      try {
        await audit(db, { actor: 'applicant', action: 'data_export_downloaded', accountId, detail: { exportId: id } })
      } catch (error) {
        // Nobody reads it then, and it would stay open.
        content.destroy()
        throw error
      }
      return { userId, size, content }
    },
  }
}
