// Starts PostgreSQL servers for tests: fast instead of durable, and removed afterwards.
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { buildDatabaseUrl, databaseRoles, startPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
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
  'max_connections=200',
  'shared_buffers=128MB',
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

export const startTestPostgres = async (): Promise<TestPostgres> => startIn(await createDirectory())

/** Like `startTestPostgres`, with a migrated database to be used as a template. Quick after the first time. */
export async function startMigratedPostgres(): Promise<TestPostgres> {
  const directory = await createDirectory()
  const isCopied = await copyTemplateCluster(directory)
  const postgres = await startIn(directory)
  if (isCopied) return postgres
  await runAsAdmin(postgres.url, `create database ${migratedDatabase}`)
  await runAsAdmin(postgres.url, `create role ${applicationRole.name} login`)
  const url = replaceDatabaseName(postgres.url, migratedDatabase)
  await migrate(url, replaceRole(url, applicationRole))
  await postgres.pause()
  await saveTemplateCluster(directory)
  await postgres.resume()
  return postgres
}

async function createDirectory(): Promise<string> {
  await removeLeftovers(memoryDisk).catch(() => {})
  return createRunDirectory((await hasEnoughMemory()) ? memoryDisk : tmpdir())
}

/** For a test run's data. Those of runs that were killed are removed from there. */
export async function createRunDirectory(parent: string): Promise<string> {
  await removeLeftovers(parent)
  return mkdtemp(join(parent, `${prefix}${process.pid}-`))
}

const memoryDisk = '/dev/shm'
/** In bytes: more than the databases of a whole run need. */
const enoughMemory = 8 * 1024 ** 3

/** Each database is a thousand files, and ext4 takes up to a second to create so many while others are removed. */
async function hasEnoughMemory(): Promise<boolean> {
  const disk = await statfs(memoryDisk).catch(() => null)
  return disk !== null && Math.min(disk.bavail * disk.bsize, process.availableMemory()) >= enoughMemory
}

async function startIn(directory: string): Promise<TestPostgres> {
  const cluster = join(directory, 'cluster')
  const start = () => startPostgres(cluster, settings, ['--no-sync'])
  let postgres = await start()
  const pause = () => postgres.stop()
  return {
    url: buildDatabaseUrl(cluster, 'postgres', databaseRoles.owner),
    pause,
    async resume() {
      postgres = await start()
    },
    async remove() {
      await pause()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const pid = entry.startsWith(prefix) ? Number.parseInt(entry.slice(prefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, entry), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
