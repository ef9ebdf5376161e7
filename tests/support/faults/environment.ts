// Starts everything around a server under test: a durable PostgreSQL, the providers, a mail recorder and a file store.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import type { MailRecorder } from './check/mail-recorder.ts'
import { listProcessTree } from './processes.ts'
import { startProviders } from './providers.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { DatabaseAccess } from './users.ts'

export interface FaultEnvironment extends DatabaseAccess {
  /** Contains `files` and `postgres`. */
  dataDir: string
  /** SHA-256 of each stored file by id, where the servers do not keep them in `files`. */
  hashFiles?(): Promise<Map<string, Buffer>>
  mail: MailRecorder
  remita: string
  nin: string
  /** URL of the database that the servers share. */
  database: string
  /** The same for the role that owns the tables. */
  ownerDatabase: string
  /** PostgreSQL's postmaster and all its processes. */
  postgresPids(): number[]
  /** Starts a server on the shared database; `settings` override the environment's. */
  start(settings?: Record<string, string>): Promise<ServerProcess>
  /** The settings of every server, without DATABASE_URL. */
  settings: Record<string, string>
  /** Its data are removed after the last test file. */
  close(): Promise<void>
}

/** @param directories used instead of those below DATA_DIR, for tests with their own disk */
export async function startEnvironment(
  directories: { postgres?: string; files?: string } = {},
): Promise<FaultEnvironment> {
  const dataDir = await mkdtemp(join(inject('faultsDir'), 'environment-'))
  const postgresDir = directories.postgres ?? dataDir
  execFileSync('cp', ['-a', join(inject('migratedDataDir'), 'postgres'), postgresDir])
  const filesDir = directories.files ?? dataDir
  await mkdir(join(filesDir, 'files/unfinished'), { recursive: true })

  const postgres = await startRestartedPostgres(postgresDir)
  const { stopProviders, ...providers } = await startProviders()
  const pool = createPool(postgres.ownerUrl)
  const settings = { DATA_DIR: filesDir, ...providers.settings }
  const databaseSettings = { DATABASE_URL: postgres.url, DATABASE_OWNER_URL: postgres.ownerUrl }
  const running = new Set<ServerProcess>()

  return {
    ...providers,
    dataDir: filesDir,
    pool,
    database: postgres.url,
    ownerDatabase: postgres.ownerUrl,
    settings,
    postgresPids: () => listProcessTree(readPostmasterPid(postgresDir)),
    async start(overrides = {}) {
      const server = await startServer({ ...settings, ...databaseSettings, ...overrides })
      running.add(server)
      return server
    },
    async close() {
      await Promise.all([...running].map((server) => server.kill()))
      await pool.end()
      await postgres.stop()
      await stopProviders()
    },
  }
}

/** Starts it again when a test has killed it, as a service manager does. */
async function startRestartedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  let running = await startEmbeddedPostgres({ dataDir })
  let isStopping = false
  const supervise = async () => {
    while (!isStopping) {
      await running.ended
      // Fails on a full disk, for instance.
      if (!isStopping) running = await startEmbeddedPostgres({ dataDir }).catch(() => sleep(1_000, running))
    }
    await running.stop()
  }
  const ended = supervise()
  return {
    ...running,
    async stop() {
      isStopping = true
      await running.stop()
      await ended
    },
  }
}

/** A pool that ignores broken connections, which the tests cause on purpose. */
export function createPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** @throws Error when no PostgreSQL runs in the directory */
function readPostmasterPid(directory: string): number {
  const file = join(directory, 'postgres/cluster/postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  if (!(pid > 0)) throw new Error('PostgreSQL is not running.')
  return pid
}
