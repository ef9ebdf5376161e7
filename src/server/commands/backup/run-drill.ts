// Restores a backup into a scratch database, which compares it with its own summary, and says in the portal's database how it went.
import pg from 'pg'
import { connect, type Database } from '#server/database/connection.ts'
import { explainStartError } from '#server/database/errors.ts'
import { migrate } from '#server/database/migrate.ts'
import { saveDrill } from '#server/domain/backup-drills.ts'
import { formatCounted } from '#shared/format/numbers.ts'
import { restoreBackup } from './restore-backup.ts'

/** Everything in the scratch database goes before each drill: nobody may name the portal's own by mistake. */
const scratchName = /_drill$/

export interface DrillResult {
  madeAt: Date
  rows: number
  files: number
}

/**
 * @param portal where the result is saved, also that of a drill that failed
 * @throws Error why the backup could not be restored, also when that cannot be saved
 */
export async function runDrill(portal: Pick<Database, 'pool'>, scratchUrl: string, path: string): Promise<DrillResult> {
  try {
    const result = await restoreIntoScratch(scratchUrl, path)
    await saveDrill(portal.pool, { ...result, failure: null })
    return result
  } catch (error) {
    const failure = explainStartError(error)
    await saveDrill(portal.pool, { madeAt: null, rows: null, files: null, failure }).catch((cause: unknown) => {
      throw new Error(`${failure}\nThis could not be saved in the portal's database`, { cause })
    })
    throw error
  }
}

async function restoreIntoScratch(scratchUrl: string, path: string): Promise<DrillResult> {
  await emptyScratch(scratchUrl)
  await migrate(scratchUrl)
  const scratch = connect(scratchUrl, { maxConnections: 2, queryTimeoutMs: 0 })
  try {
    // Restoring compares the digest of each part and file, and the number of rows; nothing reads the files afterwards.
    const files = { put: async () => {} }
    const { rows, files: fileCount, madeAt, missingFiles } = await restoreBackup({ database: scratch, files }, path)
    if (missingFiles.length > 0) throw new Error(`This backup lacks ${formatCounted(missingFiles.length, 'file')}.`)
    return {
      madeAt: new Date(madeAt),
      rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
      files: fileCount,
    }
  } finally {
    await scratch.close()
    await emptyScratch(scratchUrl)
  }
}

async function emptyScratch(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    if (!scratchName.test(rows[0]?.name ?? ''))
      throw new Error(
        'DRILL_DATABASE_URL must name a database of its own whose name ends in _drill: all in it is removed.',
      )
    await client.query(
      'drop schema if exists graphile_worker, drizzle, public cascade; create schema public; grant usage on schema public to public',
    )
  } finally {
    await client.end()
  }
}
