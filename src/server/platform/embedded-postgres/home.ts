// The directory that an embedded PostgreSQL lives in, and how that PostgreSQL is to be addressed.
import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type Binaries, findBinaries } from './binaries.ts'
import { type Account, canReach, postgresAccount } from './system-user.ts'

export type PostgresHome = {
  directory: string
  /** The same directory as PostgreSQL's account can name it, which below a directory closed to it is another name. */
  directoryForPostgres: string
  /** When set, PostgreSQL must inherit it as its file descriptor 3. */
  descriptor: number | undefined
  socketDirectory: string
  logFile: string
  account: Account | undefined
  binaries: Binaries
}

// A socket's path may have 107 bytes on Linux and 103 on macOS.
const longestSocketPath = 103
const socketName = '.s.PGSQL.5432'

/**
 * Makes the directory if need be, owned by PostgreSQL's account and open to nobody else.
 * @throws Error when the platform has no embedded PostgreSQL or the directory cannot be used.
 */
export async function prepareHome(path: string): Promise<PostgresHome> {
  if (process.platform === 'win32') {
    throw new Error('The embedded PostgreSQL does not run on Windows. Set DATABASE_URL to a PostgreSQL 15 or newer.')
  }
  const directory = resolve(path)
  const account = await postgresAccount(directory)
  await makePrivate(directory, account)
  const reachable = await canReach(account, directory)
  return {
    directory,
    ...(reachable ? { directoryForPostgres: directory, descriptor: undefined } : byDescriptor(directory)),
    socketDirectory: await prepareSocketDirectory(directory, reachable, account),
    logFile: join(directory, 'postgres.log'),
    account,
    binaries: await findBinaries(account),
  }
}

/** Gives back what the home holds outside its directory, once PostgreSQL has stopped for good. */
export async function leaveHome(home: PostgresHome): Promise<void> {
  if (home.descriptor !== undefined) closeSync(home.descriptor)
  // Another server may be using it already: a directory with a socket in it stays.
  if (home.socketDirectory !== home.directory) await rmdir(home.socketDirectory).catch(() => undefined)
}

/** Where clients connect: no port, only a socket in a private directory. */
export function urlOf(home: PostgresHome, database: string): string {
  return `postgres://postgres@localhost/${database}?host=${encodeURIComponent(home.socketDirectory)}`
}

/**
 * Below a directory that only root may enter (a project in /root), another account cannot open the path of its own
 * directory. A descriptor needs no path: PostgreSQL inherits it and names the directory by it. It stays open for the
 * life of this process, since a restart of PostgreSQL needs it again.
 */
function byDescriptor(directory: string): Pick<PostgresHome, 'directoryForPostgres' | 'descriptor'> {
  if (process.platform !== 'linux') {
    throw new Error(`PostgreSQL cannot run as root in ${directory}: start as another user, or move DATA_DIR.`)
  }
  return { directoryForPostgres: '/proc/self/fd/3', descriptor: openSync(directory, 'r') }
}

async function prepareSocketDirectory(directory: string, reachable: boolean, account: Account | undefined) {
  if (reachable && Buffer.byteLength(join(directory, socketName)) <= longestSocketPath) return directory
  const key = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const short = join(tmpdir(), `portal-${key}`)
  await makePrivate(short, account)
  return short
}

async function makePrivate(directory: string, account: Account | undefined): Promise<void> {
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
