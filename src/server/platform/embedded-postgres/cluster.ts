// The cluster: the files of one PostgreSQL, made once by initdb.
import { once } from 'node:events'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { PostgresHome } from './home.ts'
import { isAlive, runProgram } from './process.ts'

const name = 'cluster'
const major = '18'

/** The cluster's directory as this process names it. */
export const clusterOf = (home: PostgresHome): string => join(home.directory, name)

/** The cluster's directory as PostgreSQL's account names it. */
export const clusterForPostgres = (home: PostgresHome): string => join(home.directoryForPostgres, name)

/**
 * Makes the cluster unless it is there. It appears under its name only when it is complete, so that a kill in the
 * middle leaves nothing that looks like a database.
 * @throws Error with initdb's own words, or when the files are of another major version.
 */
export async function ensureCluster(home: PostgresHome, initdbOptions: string[] = []): Promise<void> {
  const version = await readFile(join(clusterOf(home), 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === major) return
  if (version) {
    throw new Error(
      `${clusterOf(home)} was written by PostgreSQL ${version.trim()}; this release brings ${major}. Dump it with the old release and load it into a new DATA_DIR.`,
    )
  }
  await removeAbandonedDrafts(home)
  const draft = `${name}.new-${process.pid}`
  await initialise(home, join(home.directoryForPostgres, draft), initdbOptions)
  await rename(join(home.directory, draft), clusterOf(home)).catch(async (error: NodeJS.ErrnoException) => {
    // Another process was quicker: its cluster is as good as ours.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(join(home.directory, draft), { recursive: true, force: true })
  })
}

async function initialise(home: PostgresHome, directory: string, initdbOptions: string[]): Promise<void> {
  const options = ['-D', directory, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums']
  // The builtin provider folds the case of Yoruba letters too, and is the same on every system.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initdb = await runProgram(
    home,
    home.binaries.initdb,
    [...options, ...locale, '--no-instructions', ...initdbOptions],
    'pipe',
  )
  const [said, [status]] = await Promise.all([text(initdb.stderr!), once(initdb, 'exit'), text(initdb.stdout!)])
  if (status !== 0) throw new Error(`PostgreSQL could not make its files in ${home.directory}: ${said.trim()}`)
}

async function removeAbandonedDrafts(home: PostgresHome): Promise<void> {
  for (const entry of await readdir(home.directory)) {
    const pid = /^cluster\.new-(\d+)$/.exec(entry)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(home.directory, entry), { recursive: true, force: true })
  }
}
