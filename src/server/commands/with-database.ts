// The portal's database for a command: that of DATABASE_URL, or the embedded one, whether its server runs or not.
import { join } from 'node:path'
import pg from 'pg'
import { connect, type Database } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { buildDatabaseUrl, prepareHome, releaseHome } from '#server/platform/embedded-postgres/home.ts'

interface DatabaseEnvironment {
  DATABASE_URL?: string | undefined
  DATA_DIR?: string | undefined
}

/** Migrates the database to this version before `work` runs. */
export async function withDatabase<T>(env: DatabaseEnvironment, work: (database: Database) => Promise<T>): Promise<T> {
  const { url, stop } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await openEmbedded(env.DATA_DIR || '.data')
  try {
    await migrate(url)
    const database = connect(url, { maxConnections: 2, queryTimeoutMs: 0 })
    return await work(database).finally(database.close)
  } finally {
    await stop()
  }
}

/** Uses the PostgreSQL of a running server, or starts one while the command runs. */
async function openEmbedded(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await prepareHome(join(dataDir, 'postgres'))
  const url = buildDatabaseUrl(home, 'portal')
  if (await isReachable(url)) return { url, stop: () => releaseHome(home) }
  await releaseHome(home)
  return startEmbeddedPostgres({ dataDir, log: (message) => console.error(message) })
}

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
