import pg from 'pg'
import { serveStream } from '#server/load/serve-stream.ts'
import { createEncryption } from '#server/platform/encryption/encryption.ts'
import type { ExportSummary, TableProgress } from './table-exporter.ts'
import type { ThreadRequest } from './threaded-table-exporter.ts'
import { writeExport } from './write-export.ts'

// A plain client: the query builder would take as much memory as the rows.
serveStream<ThreadRequest, TableProgress, ExportSummary>(async function* (request, report) {
  const client = new pg.Client({
    connectionString: request.databaseUrl,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  })
  // An outage is thrown by the statement that runs.
  client.on('error', () => {})
  await client.connect()
  try {
    const { decrypt } = createEncryption(request.secretKeys)
    return yield* writeExport(client, request, { report, decrypt })
  } finally {
    await client.end()
  }
})
