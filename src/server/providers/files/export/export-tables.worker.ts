import pg from 'pg'
import { serveStream } from '#server/platform/load/serve-stream.ts'
import type { ExportSummary, TableExport, TableProgress } from './table-exporter.ts'
import { writeExport } from './write-export.ts'

// A plain client: the query builder would take as much memory as the rows.
serveStream<TableExport, TableProgress, ExportSummary>(async function* (request, report) {
  const client = new pg.Client({
    connectionString: request.databaseUrl,
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
  })
  // An outage is thrown by the statement that runs.
  client.on('error', () => {})
  await client.connect()
  try {
    return yield* writeExport(client, request, report)
  } finally {
    await client.end().catch(() => {})
  }
})
