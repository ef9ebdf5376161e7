// The portal's database for a command: that of DATABASE_URL, or the embedded one, whether its server runs or not.
import { join } from 'node:path'
import pg from 'pg'
import { connect, type Database } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import { assertSessionPooling } from '#server/database/session-pooling.ts'
import {
  type EmbeddedPostgres,
  ensureDatabase,
  getDatabaseUrls,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { prepareHome, releaseHome } from '#server/platform/embedded-postgres/home.ts'
import { prepareDataDirectory } from '../settings/data-directory.ts'

interface DatabaseEnvironment {
  DATABASE_URL?: string | undefined
  DATABASE_OWNER_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR?: string | undefined
}

/** Migrates the database to this version before `work` runs, which works as the owner of the tables. */
export async function withDatabase<T>(env: DatabaseEnvironment, work: (database: Database) => Promise<T>): Promise<T> {
  const { url, ownerUrl, stop } = env.DATABASE_URL
    ? await openExternal(env, env.DATABASE_URL)
    : await openEmbedded(env.DATA_DIR || '.data')
  try {
    const onWait = () => console.error("Waiting for another server's migration of the database …")
    await migrate(ownerUrl, url, { onWait })
    const database = connect(ownerUrl, { maxConnections: 2, queryTimeoutMs: 0 })
    return await work(database).finally(database.close)
  } finally {
    await stop()
  }
}

async function openExternal(env: DatabaseEnvironment, url: string): Promise<EmbeddedPostgres> {
  const [setting, ownerUrl] =
    (['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const)
      .map((name) => [name, env[name]] as const)
      .find(([, value]) => value) ?? (['DATABASE_URL', url] as const)
  await assertSessionPooling(ownerUrl ?? url, setting)
  return { url, ownerUrl: ownerUrl ?? url, stop: async () => {} }
}

/** Uses the PostgreSQL of a running server, or starts one while the command runs. */
async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  prepareDataDirectory(dataDir)
  const home = await prepareHome(join(dataDir, 'postgres'))
  const urls = getDatabaseUrls(home)
  if (await isPrepared(urls.ownerUrl)) return { ...urls, stop: () => releaseHome(home) }
  await releaseHome(home)
  return startEmbeddedPostgres({ dataDir, log: (message) => console.error(message) })
}

/** Whether a server runs PostgreSQL. One of an earlier version has not created every role. */
async function isPrepared(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await ensureDatabase(client)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
