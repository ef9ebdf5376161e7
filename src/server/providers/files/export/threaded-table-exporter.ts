// Makes files of lists in a thread: reading, formatting and packing a million rows takes a minute of computing, in which
// applicants must not wait.
import { extname } from 'node:path'
import { streamFromThread } from '#server/platform/load/thread-stream.ts'
import type { ExportSummary, TableExport, TableExporter, TableProgress } from './table-exporter.ts'

/** The built server has JavaScript in the same place. */
const script = new URL(`./export-tables.worker${extname(import.meta.url)}`, import.meta.url)

const heapMiB = 40

export const threadedTableExporter: TableExporter = {
  export: (request, { onProgress, signal }) =>
    streamFromThread<TableExport, TableProgress, ExportSummary>(request, { script, heapMiB, onProgress, signal }),
}
