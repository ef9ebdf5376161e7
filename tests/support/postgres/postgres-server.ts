// Starts PostgreSQL servers for tests: fast instead of durable, and removed afterwards.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { ensureCluster } from '#server/platform/embedded-postgres/cluster.ts'
import { connectWhenReady } from '#server/platform/embedded-postgres/connection.ts'
import {
  buildDatabaseUrl,
  databaseRoles,
  type PostgresHome,
  prepareHome,
  releaseHome,
} from '#server/platform/embedded-postgres/home.ts'
import { launchPostmaster, type Postmaster, stopPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { isAlive } from '#server/platform/embedded-postgres/process.ts'
import { replaceDatabaseName, replaceRole, runAsAdmin, type TestRole } from './postgres-admin.ts'
import { copyTemplateCluster, saveTemplateCluster } from './template-cluster.ts'

export type TestPostgres = {
  url: string
  /** Stops it and keeps its data. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

const prefix = 'portal-test-'
const settings = [
  'listen_addresses=',
  'max_connections=200',
  'shared_buffers=128MB',
  'timezone=UTC',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // It would start a process for each of the many databases all the time.
  'autovacuum=off',
]

/** The database with all migrations in a server of `startMigratedPostgres`. */
export const migratedDatabase = 'portal_template'

/** The role with the application's rights in that database. */
export const applicationRole: TestRole = { name: databaseRoles.application, password: '' }

export async function startTestPostgres(): Promise<TestPostgres> {
  const home = await createHome()
  await ensureCluster(home, ['--no-sync'])
  return startOn(home)
}

/** Like `startTestPostgres`, with a migrated database to be used as a template. Quick after the first time. */
export async function startMigratedPostgres(): Promise<TestPostgres> {
  const home = await createHome()
  if (await copyTemplateCluster(home.directory)) return startOn(home)
  await ensureCluster(home, ['--no-sync'])
  const postgres = await startOn(home)
  await runAsAdmin(postgres.url, `create database ${migratedDatabase}`)
  await runAsAdmin(postgres.url, `create role ${applicationRole.name} login`)
  const url = replaceDatabaseName(postgres.url, migratedDatabase)
  await migrate(url, replaceRole(url, applicationRole))
  await postgres.pause()
  await saveTemplateCluster(home.directory)
  await postgres.resume()
  return postgres
}

async function createHome(): Promise<PostgresHome> {
  await removeLeftovers()
  return prepareHome(await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`)))
}

async function startOn(home: PostgresHome): Promise<TestPostgres> {
  let postmaster = await launchAndConnect(home)
  const pause = () => stopPostmaster(postmaster)
  return {
    url: buildDatabaseUrl(home, 'postgres', databaseRoles.owner),
    pause,
    async resume() {
      postmaster = await launchAndConnect(home)
    },
    async remove() {
      await pause()
      await releaseHome(home)
      await rm(home.directory, { recursive: true, force: true })
    },
  }
}

async function launchAndConnect(home: PostgresHome): Promise<Postmaster> {
  const postmaster = await launchPostmaster(home, settings)
  const session = await connectWhenReady(home, postmaster)
  if (!session) throw new Error(`PostgreSQL stopped, see ${home.logFile}`)
  await session.end()
  return postmaster
}

/** Removes directories of test runs that were killed. */
async function removeLeftovers(): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), entry), { recursive: true, force: true })
  }
}
