// The PostgreSQL that the server runs itself, in DATA_DIR, when DATABASE_URL is not set.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { connectWhenReady } from './connection.ts'
import { buildDatabaseUrl, type PostgresHome, prepareHome, releaseHome } from './home.ts'
import { claimPostgres, type PostgresClaim } from './ownership.ts'
import { findPostmaster, launchPostmaster, type Postmaster, readLastError, stopPostmaster } from './postmaster.ts'

export type EmbeddedPostgres = { url: string; stop(): Promise<void> }

const databaseName = 'portal'

// fsync stays on: committed data survives a power cut.
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'shared_buffers=64MB',
  'timezone=UTC',
  // Failing statements contain applicants' data, which must not be logged.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
]

const maxLaunchAttempts = 40

/**
 * Starts PostgreSQL in `dataDir`, or takes over one that a killed server left running there. Restarts it whenever it
 * exits unexpectedly.
 * @returns the URL of the portal's database, which stays the same across restarts
 * @throws Error when another server uses the database or PostgreSQL does not start; the message can be shown to operators
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (message: string) => void
}): Promise<EmbeddedPostgres> {
  const home = await prepareHome(join(options.dataDir, 'postgres'))
  await ensureCluster(home)
  let running = await launchAndClaim(home)
  await ensureDatabase(running.claim)

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
      running = await launchAndClaim(home)
    } catch (error) {
      options.log(`PostgreSQL could not be restarted: ${(error as Error).message}`)
      await pause(2000)
    }
  }

  return {
    url: buildDatabaseUrl(home, databaseName),
    async stop() {
      isStopping = true
      await running.claim.release()
      await supervised
    },
  }
}

type RunningPostgres = { postmaster: Postmaster; claim: PostgresClaim }

/** Finds or launches the postmaster, waits until it accepts connections, and claims it for this process. */
async function launchAndClaim(home: PostgresHome): Promise<RunningPostgres> {
  for (let failedLaunches = 0; failedLaunches < maxLaunchAttempts; ) {
    const postmaster = (await findPostmaster(home)) ?? (await launchPostmaster(home, settings))
    const client = await connectWhenReady(home, postmaster)
    if (client) return { postmaster, claim: await claimPostgres(client, postmaster.isOurChild) }
    // A postmaster that we found was about to exit. Our own lost a race, or shared memory is not released yet.
    if (postmaster.isOurChild) failedLaunches++
    await pause(100)
  }
  throw new Error(`PostgreSQL does not start: ${await readLastError(home)}`)
}

async function ensureDatabase({ client }: PostgresClaim): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
}
