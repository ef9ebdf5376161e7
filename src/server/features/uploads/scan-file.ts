// The job that scans an upload again, because the virus scanner gave no verdict when it was received.
import { buffer } from 'node:stream/consumers'
import type { Database } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { findUpload, saveScanResult } from './store.ts'

interface ScanDependencies {
  database: Pick<Database, 'db'>
  files: FileStore
  scanner?: VirusScanner | undefined
}

/**
 * Throws while there is no verdict, so that the queue retries. An infected file keeps its row: errors can name its entry. Its content
 * is removed by another attempt when the one with the verdict did not come to that.
 */
export const scanFile =
  (dependencies: ScanDependencies) =>
  async ({ fileId }: Jobs['scan_file']): Promise<void> => {
    const upload = await findUpload(dependencies.database.db, fileId)
    if (!upload) return
    const { accountId, scan } = upload
    const verdict = scan === 'waiting' ? await scanWaiting(dependencies, fileId, accountId) : scan
    if (verdict === 'infected') await dependencies.files.remove(fileId)
  }

/** @returns null when another attempt has saved its verdict first */
async function scanWaiting(
  { database: { db }, files, scanner }: ScanDependencies,
  fileId: string,
  accountId: string | null,
) {
  // Without one, the scanner was switched off since the upload.
  const verdict = scanner ? await scanner.scan(await readContent(files, fileId)) : 'none'
  return db.transaction(async (tx) => {
    if (!(await saveScanResult(tx, fileId, verdict))) return null
    if (verdict === 'infected')
      await audit(tx, { actor: 'system', action: 'virus_found', accountId, detail: { fileId } })
    return verdict
  })
}

async function readContent(files: FileStore, id: string): Promise<Uint8Array> {
  const content = await files.get(id)
  if (!content) throw new Error('The content of a known file is missing.')
  return buffer(content)
}
