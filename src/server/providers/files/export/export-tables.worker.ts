import { connect } from '#server/platform/database/connection.ts'
import { serveStream } from '#server/platform/load/serve-stream.ts'
import type { ExportSummary, TableExport, TableProgress } from './table-exporter.ts'
import { writeExport } from './write-export.ts'

serveStream<TableExport, TableProgress, ExportSummary>(async function* (request, report) {
  const database = connect(request.databaseUrl, { maxConnections: 1, queryTimeoutMs: 0 })
  const client = await database.pool.connect()
  try {
    return yield* writeExport(client, request, report)
  } finally {
    client.release(true)
    await database.close()
  }
})
