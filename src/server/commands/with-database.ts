// The portal's database for a command: that of DATABASE_URL, or the demo's own, whether its server runs or not.
import pg from 'pg'
import { connect, type Database } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { assertSessionPooling } from '#server/database/session-pooling.ts'
import {
  type DatabaseUrls,
  getDatabaseUrls,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { prepareDataDirectory } from '../settings/data-directory.ts'
import { missingDatabase } from '../settings/unsafe-settings.ts'

interface DatabaseEnvironment {
  NODE_ENV?: string | undefined
  DATABASE_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR?: string | undefined
}

type OpenDatabase = DatabaseUrls & { stop(): Promise<void> }

/** Migrates the database to this version before `work` runs, which works as the owner of the tables. */
export async function withDatabase<T>(env: DatabaseEnvironment, work: (database: Database) => Promise<T>): Promise<T> {
  const { url, ownerUrl, stop } = env.DATABASE_URL ? await openExternal(env, env.DATABASE_URL) : await openEmbedded(env)
  try {
    const onWait = (what: string) => console.error(`Waiting for ${what} …`)
    await migrate(ownerUrl, url, { onWait })
    const database = connect(ownerUrl, { maxConnections: 2, queryTimeoutMs: 0 })
    return await work(database).finally(database.close)
  } finally {
    await stop()
  }
}

async function openExternal(env: DatabaseEnvironment, url: string): Promise<OpenDatabase> {
  const [setting, ownerUrl] =
    (['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)
      .map((name) => [name, env[name]] as const)
      .find(([, value]) => value) ?? (['DATABASE_URL', url] as const)
  await assertSessionPooling(ownerUrl ?? url, setting)
  return { url, ownerUrl: ownerUrl ?? url, stop: async () => {} }
}

/**
 * Uses the PostgreSQL of a running server, or starts one while the command runs.
 * @throws Error in production
 */
async function openEmbedded({ NODE_ENV, DATA_DIR }: DatabaseEnvironment): Promise<OpenDatabase> {
  if (NODE_ENV === 'production') throw new Error(missingDatabase)
  const dataDir = DATA_DIR || '.data'
  prepareDataDirectory(dataDir)
  const urls = getDatabaseUrls(dataDir)
  return (await accepts(urls.ownerUrl)) ? { ...urls, stop: async () => {} } : startEmbeddedPostgres({ dataDir })
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
