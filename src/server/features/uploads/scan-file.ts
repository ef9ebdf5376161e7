// The job that has a kept upload looked at, because the scanner gave no verdict when the file came.
import { buffer } from 'node:stream/consumers'
import { record } from '#server/platform/audit/audit.ts'
import type { Database } from '#server/platform/database/connection.ts'
import type { Jobs } from '#server/platform/queue/queue.ts'
import type { VirusScanner } from '#server/providers/files/scan/virus-scanner.ts'
import type { FileStore } from '#server/providers/files/store/file-store.ts'
import { noteScan, waitingUpload } from './store.ts'

interface Means {
  database: Pick<Database, 'db'>
  files: FileStore
  scanner?: VirusScanner | undefined
}

/** Tries again later while there is no verdict. A file with a virus keeps its row, so that its entry can be named. */
export const scanFile =
  ({ database: { db }, files, scanner }: Means) =>
  async ({ fileId }: Jobs['scan_file']): Promise<void> => {
    const upload = await waitingUpload(db, fileId)
    if (!upload) return
    // The office has done without a scanner since.
    if (!scanner) return noteScan(db, fileId, 'none')

    const verdict = await scanner.scan(await contentOf(files, fileId))
    await db.transaction(async (tx) => {
      await noteScan(tx, fileId, verdict)
      if (verdict === 'infected')
        await record(tx, { actor: 'system', action: 'virus_found', accountId: upload.accountId, detail: { fileId } })
    })
    if (verdict === 'infected') await files.remove(fileId)
  }

async function contentOf(files: FileStore, id: string): Promise<Uint8Array> {
  const content = await files.get(id)
  if (!content) throw new Error('A file is known, and its content is not there.')
  return buffer(content)
}
