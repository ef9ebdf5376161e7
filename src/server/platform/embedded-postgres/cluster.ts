// The cluster: PostgreSQL's data directory, created once by initdb.
import { once } from 'node:events'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { databaseRoles, type PostgresHome } from './home.ts'
import { isAlive, spawnProgram } from './process.ts'

const name = 'cluster'
const major = '18'

/** The path for this process. */
export const getClusterDirectory = (home: PostgresHome): string => join(home.directory, name)

/** The path for PostgreSQL's account. */
export const getClusterDirectoryForPostgres = (home: PostgresHome): string => join(home.directoryForPostgres, name)

/**
 * Creates the cluster unless it exists. It is renamed to its final name when complete, so that a kill leaves no
 * half-made cluster behind.
 * @throws Error with the output of initdb, or when the cluster belongs to another major version
 */
export async function ensureCluster(home: PostgresHome, initdbOptions: string[] = []): Promise<void> {
  const version = await readFile(join(getClusterDirectory(home), 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === major) return
  if (version) {
    throw new Error(
      `${getClusterDirectory(home)} was written by PostgreSQL ${version.trim()}; this release brings ${major}. Dump it with the old release and load it into a new DATA_DIR.`,
    )
  }
  await removeAbandonedDrafts(home)
  const draft = `${name}.new-${process.pid}`
  await runInitdb(home, join(home.directoryForPostgres, draft), initdbOptions)
  await rename(join(home.directory, draft), getClusterDirectory(home)).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was quicker. Its cluster is the same as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(join(home.directory, draft), { recursive: true, force: true })
  })
}

async function runInitdb(home: PostgresHome, directory: string, initdbOptions: string[]): Promise<void> {
  const options = [
    '-D',
    directory,
    '-U',
    databaseRoles.owner,
    '--auth-local=peer',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--data-checksums',
  ]
  // The builtin provider knows upper and lower case of Yoruba characters and is the same on every system.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initdb = await spawnProgram(
    home,
    home.binaries.initdb,
    [...options, ...locale, '--no-instructions', ...initdbOptions],
    'pipe',
  )
  const [output, [status]] = await Promise.all([text(initdb.stderr!), once(initdb, 'exit'), text(initdb.stdout!)])
  if (status !== 0) throw new Error(`PostgreSQL could not create its files in ${home.directory}: ${output.trim()}`)
}

async function removeAbandonedDrafts(home: PostgresHome): Promise<void> {
  for (const entry of await readdir(home.directory)) {
    const pid = /^cluster\.new-(\d+)$/.exec(entry)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(home.directory, entry), { recursive: true, force: true })
  }
}
