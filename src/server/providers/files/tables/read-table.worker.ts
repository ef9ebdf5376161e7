import { serveThread } from '#server/load/serve-thread.ts'
import { readTable, type ThreadedTable } from './read-table.ts'

serveThread<Uint8Array<ArrayBuffer>, ThreadedTable>(async ({ buffer, byteOffset, byteLength }) => {
  const output = await readTable(Buffer.from(buffer, byteOffset, byteLength))
  return { output, transfer: output.kind === 'table' ? output.batches.map((batch) => batch.buffer) : [] }
})
