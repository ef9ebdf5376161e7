// Everything around a server under test: a durable PostgreSQL, the providers, a mail server, and a place for files.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { startManagedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import type { MailBook } from './check/mail-recorder.ts'
import { familyOf } from './processes.ts'
import { openProviders } from './providers.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Premises } from './users.ts'

export interface Site extends Premises {
  /** Holds `files` and `postgres`. */
  dataDir: string
  mail: MailBook
  remita: string
  nin: string
  /** The URL of the database that servers share. */
  database: string
  /** PostgreSQL's first process with all that it started. */
  postgresFamily(): number[]
  /** A server on the shared database; `settings` replace any of its own. */
  start(settings?: Record<string, string>): Promise<ServerProcess>
  /** What a server is started with, without the shared database's address. */
  settings: Record<string, string>
  close(): Promise<void>
}

/** @param places directories to be used (a disk of their own) in place of those below DATA_DIR */
export async function openSite(places: { postgres?: string; files?: string } = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-faults-'))
  await chmod(dataDir, 0o711)
  const postgresDir = places.postgres ?? dataDir
  execFileSync('cp', ['-a', join(inject('migratedPlace'), 'postgres'), postgresDir])
  const filesDir = places.files ?? dataDir
  await mkdir(join(filesDir, 'files'), { recursive: true })

  const postgres = await startManagedPostgres({ dataDir: postgresDir, log: () => {} })
  const { closeProviders, ...providers } = await openProviders()
  const pool = openPool(postgres.url)
  const settings = { DATA_DIR: filesDir, ...providers.settings }
  const running = new Set<ServerProcess>()

  return {
    ...providers,
    dataDir: filesDir,
    pool,
    database: postgres.url,
    settings,
    postgresFamily: () => familyOf(postmasterIn(postgresDir)),
    async start(more = {}) {
      const server = await startServer({ ...settings, DATABASE_URL: postgres.url, ...more })
      running.add(server)
      return server
    },
    async close() {
      await Promise.all([...running].map((server) => server.kill()))
      await pool.end()
      await postgres.stop()
      await closeProviders()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Connections that may break without a word. */
export function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 4, connectionTimeoutMillis: 10_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The number of PostgreSQL's first process. @throws Error when none runs below the directory */
export function postmasterIn(directory: string): number {
  const file = join(directory, 'postgres/cluster/postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN
  if (!(pid > 0)) throw new Error('PostgreSQL is not running.')
  return pid
}
