// The PostgreSQL that the server runs itself, in DATA_DIR, when DATABASE_URL is not set.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { ensureCluster } from './cluster.ts'
import { connectWhenReady } from './connection.ts'
import { buildDatabaseUrl, databaseRoles, type PostgresHome, prepareHome, releaseHome } from './home.ts'
import { claimPostgres, type PostgresClaim } from './ownership.ts'
import {
  endOldProcesses,
  findPostmaster,
  isMemoryInUse,
  launchPostmaster,
  type Postmaster,
  readLastError,
  stopPostmaster,
} from './postmaster.ts'

/** Both stay the same across restarts. */
export type DatabaseUrls = {
  /** Of the application's role, which may only read and write rows. */
  url: string
  /** Of the role that owns the tables, for migrations and commands. */
  ownerUrl: string
}

export type EmbeddedPostgres = DatabaseUrls & { stop(): Promise<void> }

const databaseName = 'portal'

export const getDatabaseUrls = (home: PostgresHome): DatabaseUrls => ({
  url: buildDatabaseUrl(home, databaseName, databaseRoles.application),
  ownerUrl: buildDatabaseUrl(home, databaseName, databaseRoles.owner),
})

// fsync stays on: committed data survives a power cut.
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=64MB',
  'timezone=UTC',
  // Failing statements contain applicants' data, which must not be logged.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
]

const maxLaunchAttempts = 10
/** Until the system has ended them, which a slow disk delays. */
const oldProcessesTimeoutMs = 60_000

/**
 * Starts PostgreSQL in `dataDir`, or takes over one that a killed server left running there. Restarts it whenever it
 * exits unexpectedly.
 * @throws Error when another server uses the database or PostgreSQL does not start; the message can be shown to operators
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (message: string) => void
  /** How long processes of a killed PostgreSQL may take to exit before they are ended. */
  exitTimeoutMs?: number
}): Promise<EmbeddedPostgres> {
  const { exitTimeoutMs = 3_000 } = options
  const home = await prepareHome(join(options.dataDir, 'postgres'))
  await ensureCluster(home)
  let running = await launchAndClaim(home, exitTimeoutMs)
  await ensureDatabase(running.claim.client)

  let isStopping = false
  const supervised = supervise()

  async function supervise(): Promise<void> {
    while (!isStopping) {
      await Promise.race([running.claim.lost, running.postmaster.ended])
      if (!isStopping) await relaunch()
    }
    await running.claim.release()
    await stopPostmaster(running.postmaster)
    await releaseHome(home)
  }

  async function relaunch(): Promise<void> {
    try {
      options.log('PostgreSQL exited unexpectedly; restarting it.')
      running = await launchAndClaim(home, exitTimeoutMs)
    } catch (error) {
      options.log(`PostgreSQL could not be restarted: ${(error as Error).message}`)
      await pause(2000)
    }
  }

  return {
    ...getDatabaseUrls(home),
    async stop() {
      isStopping = true
      await running.claim.release()
      await supervised
    },
  }
}

type RunningPostgres = { postmaster: Postmaster; claim: PostgresClaim }

/** Finds or launches the postmaster, waits until it accepts connections, and claims it for this process. */
async function launchAndClaim(home: PostgresHome, exitTimeoutMs: number): Promise<RunningPostgres> {
  const startedAt = Date.now()
  for (let failedLaunches = 0; failedLaunches < maxLaunchAttempts; ) {
    const postmaster = (await findPostmaster(home)) ?? (await launchPostmaster(home, settings))
    const client = await connectWhenReady(home, postmaster)
    if (client) return { postmaster, claim: await claimPostgres(client, postmaster.isOurChild) }
    // A postmaster that we found was about to exit. Our own lost a race, or old processes still run.
    const passedMs = Date.now() - startedAt
    const waitsForOldProcesses = passedMs < oldProcessesTimeoutMs && (await isMemoryInUse(home))
    if (waitsForOldProcesses && passedMs > exitTimeoutMs) await endOldProcesses(home)
    if (postmaster.isOurChild && !waitsForOldProcesses) failedLaunches++
    await pause(waitsForOldProcesses ? 250 : 100)
  }
  throw new Error(`PostgreSQL does not start: ${await readLastError(home)}`)
}

/** @param client of the owner, in any database */
export async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [databaseRoles.application])
  // A role can do nothing until it is given rights, which the migration does.
  if (roles.length === 0) await client.query(`create role ${databaseRoles.application} login`)
  const { rows: databases } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (databases.length === 0) await client.query(`create database ${databaseName}`)
}
