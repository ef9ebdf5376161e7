// The portal's database for a command: DATABASE_URL's, or the embedded one, whether its server runs or not.
import { join } from 'node:path'
import pg from 'pg'
import { connect, type Database } from '#server/platform/database/connection.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { startManagedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { leaveHome, prepareHome, urlOf } from '#server/platform/embedded-postgres/home.ts'

interface Environment {
  DATABASE_URL?: string | undefined
  DATA_DIR?: string | undefined
}

export interface OpenDatabase {
  database: Database
  close(): Promise<void>
}

/** Brought up to this version. */
export async function openDatabase(env: Environment): Promise<OpenDatabase> {
  const { url, stop } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, stop: async () => {} }
    : await embedded(env.DATA_DIR || '.data')
  await migrate(url)
  const database = connect(url, { connections: 2, patienceMs: 0 })
  return {
    database,
    async close() {
      await database.close()
      await stop()
    },
  }
}

/** A running server's PostgreSQL is used as it is; otherwise one is started for as long as the command takes. */
async function embedded(dataDir: string): Promise<{ url: string; stop(): Promise<void> }> {
  const home = await prepareHome(join(dataDir, 'postgres'))
  const url = urlOf(home, 'portal')
  if (await answers(url)) return { url, stop: () => leaveHome(home) }
  await leaveHome(home)
  return startManagedPostgres({ dataDir, log: (message) => console.error(message) })
}

async function answers(url: string): Promise<boolean> {
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
