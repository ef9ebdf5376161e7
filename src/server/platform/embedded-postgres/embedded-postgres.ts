// The PostgreSQL of the demo, of trials and of tests, in DATA_DIR. Production names a PostgreSQL of its own.
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Account, startProgram } from './programs.ts'

export type DatabaseUrls = {
  /** Of the application's role, which may only read and write rows. */
  url: string
  /** Of the role that owns the tables, for migrations and commands. */
  ownerUrl: string
}

export type RunningPostgres = {
  /** Resolves when it ends, in any way. */
  ended: Promise<void>
  /** Open transactions are rolled back, committed data is on disk. */
  stop(): Promise<void>
}

export type EmbeddedPostgres = DatabaseUrls & RunningPostgres

/** One owns the tables and migrates them, the server works as the other. */
export const databaseRoles = { owner: 'postgres', application: 'portal_app' } as const

const major = '18'
const databaseName = 'portal'
/** `nobody`, on every Linux. Its cluster stands in a directory that only root may enter. */
const nobody = 65_534
/** A socket's path may have 107 bytes on Linux and 103 on macOS. */
const maxSocketPathBytes = 103
/** Until a PostgreSQL that was killed or whose server was killed has ended. */
const leftoverTimeoutMs = 15_000
/** Recovery after a power cut can take long, and killing it would only prolong the next one. */
const recoveryTimeoutMs = 120_000

// fsync stays on: committed data survives a power cut.
const durableSettings = [
  'max_connections=100',
  'shared_buffers=64MB',
  // It ends when a process of it crashes, and the caller starts it again: its restart from within can wait for ever
  // where recovery finds the disk full.
  'restart_after_crash=off',
  // Failing statements contain applicants' data, which must not be logged.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
]

const getCluster = (dataDir: string) => resolve(dataDir, 'postgres/cluster')

export const getDatabaseUrls = (dataDir: string): DatabaseUrls => ({
  url: buildDatabaseUrl(getCluster(dataDir), databaseName, databaseRoles.application),
  ownerUrl: buildDatabaseUrl(getCluster(dataDir), databaseName, databaseRoles.owner),
})

/** Clients connect through a socket in the cluster, whose directory is closed to others; there is no port. */
export const buildDatabaseUrl = (cluster: string, database: string, role: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(cluster)}`

/**
 * Starts PostgreSQL in `dataDir`.
 * @param settings beside or instead of the usual ones
 * @throws Error when another server uses it or it does not start; the message can be shown to operators
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = [],
}: {
  dataDir: string
  settings?: string[]
}): Promise<EmbeddedPostgres> {
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
  const cluster = getCluster(dataDir)
  const postgres = await startPostgres(cluster, [...durableSettings, ...settings])
  await ensureDatabase(buildDatabaseUrl(cluster, 'postgres', databaseRoles.owner))
  return { ...getDatabaseUrls(dataDir), ...postgres }
}

/** Starts PostgreSQL on a cluster, which is created unless it exists. Its log stands beside the cluster. */
export async function startPostgres(
  cluster: string,
  settings: string[],
  initdbOptions: string[] = [],
): Promise<RunningPostgres> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) > maxSocketPathBytes)
    throw new Error(`${cluster} is too long for the path of a socket: choose a shorter DATA_DIR.`)
  await ensureCluster(cluster, initdbOptions)
  const deadline = Date.now() + leftoverTimeoutMs
  for (;;) {
    await removeStalePidFile(cluster)
    const postmaster = await launch(cluster, settings)
    if (await waitUntilReady(cluster, postmaster)) return postmaster
    const other = await readPidFile(cluster)
    if (other.status === 'ready')
      throw new Error(`The database in ${cluster} is in use by another server: PostgreSQL is process ${other.pid}.`)
    const reason = await readLastError(cluster)
    const isEnding = /already exists|pre-existing shared memory/.test(reason)
    if (!isEnding || Date.now() > deadline) throw new Error(`PostgreSQL does not start: ${reason}`)
    await pause(250)
  }
}

/** Renamed to its name when complete, so that a kill leaves no half-made cluster behind. */
async function ensureCluster(cluster: string, initdbOptions: string[]): Promise<void> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (version?.trim() === major) return
  if (version) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${version.trim()}; this release brings ${major}. Save it with the old release and restore it into a new DATA_DIR.`,
    )
  }
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (process.getuid?.() === 0) await chown(draft, nobody, nobody)
  const access = ['-U', databaseRoles.owner, '--auth-local=trust', '--auth-host=reject']
  // The builtin provider knows upper and lower case of Yoruba characters and is the same on every system.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = [...access, ...locale, '--data-checksums', '--no-instructions', ...initdbOptions]
  const initdb = await startProgram('initdb', { directory: draft, account: await findAccount(draft), options }, 'pipe')
  const [output, [status]] = await Promise.all([text(initdb.stderr!), once(initdb, 'exit'), text(initdb.stdout!)])
  if (status !== 0) throw new Error(`PostgreSQL could not create its files in ${cluster}: ${output.trim()}`)
  await rename(draft, cluster)
}

/** Under root PostgreSQL runs as the owner of its files. */
async function findAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(cluster)
  return { uid, gid }
}

async function launch(cluster: string, settings: string[]): Promise<RunningPostgres & { pid: number | undefined }> {
  const log = openSync(getLogFile(cluster), 'a', 0o600)
  const access = ['listen_addresses=', 'unix_socket_permissions=0700', 'timezone=UTC']
  const options = ['-k', '.', ...[...access, ...settings].flatMap((setting) => ['-c', setting])]
  const child = await startProgram(
    'postgres',
    { directory: cluster, account: await findAccount(cluster), options },
    log,
  )
  closeSync(log)
  const ended = once(child, 'exit').then(() => undefined)
  return {
    pid: child.pid,
    ended,
    async stop() {
      child.kill('SIGINT')
      const isInTime = await Promise.race([ended.then(() => true), pause(10_000, false, { ref: false })])
      if (!isInTime) child.kill('SIGQUIT')
      await ended
    },
  }
}

/** @returns false when it has ended */
async function waitUntilReady(cluster: string, { pid, ended }: { pid: number | undefined; ended: Promise<void> }) {
  let hasEnded = false
  void ended.then(() => {
    hasEnded = true
  })
  const deadline = Date.now() + recoveryTimeoutMs
  while (!hasEnded) {
    const found = await readPidFile(cluster)
    if (found.pid === pid && found.status === 'ready') return true
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer: ${await readLastError(cluster)}`)
    await pause(20)
  }
  return false
}

/** PostgreSQL names its process in the first line, and in the eighth whether it accepts connections. */
async function readPidFile(cluster: string): Promise<{ pid: number; status: string | undefined }> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return { pid: Number.parseInt(lines[0] ?? '', 10), status: lines[7]?.trim() }
}

/** After a power cut its process id may be that of another program, which PostgreSQL would take for itself. */
async function removeStalePidFile(cluster: string): Promise<void> {
  const { pid } = await readPidFile(cluster)
  if (process.platform !== 'linux' || !(pid > 0)) return
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!command.includes('postgres')) await rm(join(cluster, 'postmaster.pid'), { force: true })
}

const getLogFile = (cluster: string) => `${cluster}.log`

async function readLastError(cluster: string): Promise<string> {
  const log = await readFile(getLogFile(cluster), 'utf8').catch(() => '')
  const errors = log.split('\n').filter((line) => /FATAL|PANIC|could not|error while loading/.test(line))
  return errors.at(-1) ?? `see ${getLogFile(cluster)}`
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [databaseRoles.application])
  // A role can do nothing until it is given rights, which the migration does.
  if (roles.length === 0) await client.query(`create role ${databaseRoles.application} login`)
  const { rows: databases } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (databases.length === 0) await client.query(`create database ${databaseName}`)
  await client.end()
}
