import { serveThread } from '#server/load/serve-thread.ts'
import { readTable, type TableRequest, type ThreadedTable } from './read-table.ts'

serveThread<TableRequest, ThreadedTable>(async ({ bytes: { buffer, byteOffset, byteLength }, maxRecords }) => {
  const output = await readTable(Buffer.from(buffer, byteOffset, byteLength), maxRecords)
  return { output, transfer: output.kind === 'table' ? output.batches.map((batch) => batch.buffer) : [] }
})
