// The directory of the embedded PostgreSQL, and its address.
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { findBinaries, type PostgresBinaries } from './binaries.ts'
import { changeOwner } from './change-owner.ts'
import { canReach, choosePostgresAccount, type SystemAccount } from './system-user.ts'

export type PostgresHome = {
  directory: string
  /** The path of the same directory for PostgreSQL's account, which differs when that account cannot enter a parent. */
  directoryForPostgres: string
  /** When set, PostgreSQL must inherit it as its file descriptor 3. */
  descriptor: number | undefined
  socketDirectory: string
  logFile: string
  account: SystemAccount | undefined
  binaries: PostgresBinaries
}

// The limit for a socket's path is 107 bytes on Linux and 103 on macOS.
const maxSocketPathBytes = 103
const socketName = '.s.PGSQL.5432'

/**
 * Creates the directory unless it exists, owned by PostgreSQL's account and closed to everybody else.
 * @throws Error when the platform has no embedded PostgreSQL or the directory cannot be used
 */
export async function prepareHome(path: string): Promise<PostgresHome> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL 15 or newer.')
  }
  const directory = resolve(path)
  const account = await changeOwner(directory, await choosePostgresAccount(dirname(directory)))
  await makePrivateDirectory(directory, account)
  const reachable = await canReach(account, directory)
  return {
    directory,
    ...(reachable ? { directoryForPostgres: directory, descriptor: undefined } : openDirectoryDescriptor(directory)),
    socketDirectory: await prepareSocketDirectory(directory, reachable, account),
    logFile: join(directory, 'postgres.log'),
    account,
    binaries: await findBinaries(account),
  }
}

/** Releases what the home uses outside its directory, after PostgreSQL has stopped. */
export async function releaseHome(home: PostgresHome): Promise<void> {
  if (home.descriptor !== undefined) closeSync(home.descriptor)
  // Fails when another server already has its socket there.
  if (home.socketDirectory !== home.directory) await rmdir(home.socketDirectory).catch(() => undefined)
}

/** The roles of the embedded database: one owns the tables and migrates them, the server works as the other. */
export const databaseRoles = { owner: 'postgres', application: 'portal_app' } as const

/** Clients connect through a socket in a private directory; there is no port. */
export function buildDatabaseUrl(home: PostgresHome, database: string, role: string): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(home.socketDirectory)}`
}

/**
 * PostgreSQL's account cannot use a path below a directory that only root may enter, such as /root. Instead it inherits a
 * descriptor of its directory. The descriptor stays open, because a restart of PostgreSQL needs it again.
 */
function openDirectoryDescriptor(directory: string): Pick<PostgresHome, 'directoryForPostgres' | 'descriptor'> {
  if (process.platform !== 'linux') {
    throw new Error(`PostgreSQL cannot run as root in ${directory}: start as another user, or move DATA_DIR.`)
  }
  return { directoryForPostgres: '/proc/self/fd/3', descriptor: openSync(directory, 'r') }
}

async function prepareSocketDirectory(directory: string, reachable: boolean, account: SystemAccount | undefined) {
  if (reachable && Buffer.byteLength(join(directory, socketName)) <= maxSocketPathBytes) return directory
  const key = createHash('sha256')
    .update(`${directory} ${account?.uid ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  const short = join(tmpdir(), `portal-${key}`)
  await makePrivateDirectory(short, account)
  return short
}

async function makePrivateDirectory(directory: string, account: SystemAccount | undefined): Promise<void> {
  await mkdir(dirname(directory), { recursive: true })
  await mkdir(directory, { mode: 0o700 }).catch(ignoreExisting)
  const found = await lstat(directory)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(`${directory} belongs to another user: PostgreSQL cannot use it.`)
  }
  await chmod(directory, 0o700)
  if (account) await chown(directory, account.uid, account.gid)
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
