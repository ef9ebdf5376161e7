// The job that scans an upload again, because the virus scanner gave no verdict when it was received.
import { buffer } from 'node:stream/consumers'
import type { Database } from '#server/database/connection.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { findUnscannedUpload, saveScanResult } from './store.ts'

interface ScanDependencies {
  database: Pick<Database, 'db'>
  files: FileStore
  scanner?: VirusScanner | undefined
}

/** Throws while there is no verdict, so that the queue retries. An infected file keeps its row: errors can name its entry. */
export const scanFile =
  ({ database: { db }, files, scanner }: ScanDependencies) =>
  async ({ fileId }: Jobs['scan_file']): Promise<void> => {
    const upload = await findUnscannedUpload(db, fileId)
    if (!upload) return
    // The scanner was switched off since the upload.
    if (!scanner) return saveScanResult(db, fileId, 'none')

    const verdict = await scanner.scan(await readContent(files, fileId))
    await db.transaction(async (tx) => {
      await saveScanResult(tx, fileId, verdict)
      if (verdict === 'infected')
        await audit(tx, { actor: 'system', action: 'virus_found', accountId: upload.accountId, detail: { fileId } })
    })
    if (verdict === 'infected') await files.remove(fileId)
  }

async function readContent(files: FileStore, id: string): Promise<Uint8Array> {
  const content = await files.get(id)
  if (!content) throw new Error('The content of a known file is missing.')
  return buffer(content)
}
