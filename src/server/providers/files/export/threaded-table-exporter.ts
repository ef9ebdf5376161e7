// Makes files of lists in a thread: reading, formatting and packing a million rows takes a minute of computing, in which
// applicants must not wait.
import { extname } from 'node:path'
import { streamFromThread } from '#server/load/thread-stream.ts'
import type { Secrets } from '#server/platform/encryption/encryption.ts'
import type { ExportSummary, TableExport, TableExporter, TableProgress } from './table-exporter.ts'

/** The built server has JavaScript in the same place. */
const script = new URL(`./export-tables.worker${extname(import.meta.url)}`, import.meta.url)

const heapMiB = 40

export interface ThreadRequest extends TableExport {
  /** For values that the database has encrypted. */
  secretKeys: Secrets
}

export const createThreadedTableExporter = (secretKeys: Secrets): TableExporter => ({
  export: (request, { onProgress, signal }) =>
    streamFromThread<ThreadRequest, TableProgress, ExportSummary>(
      { ...request, secretKeys },
      { script, heapMiB, onProgress, signal },
    ),
})
