// The PostgreSQL that the server keeps for itself in DATA_DIR when DATABASE_URL names none.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { connectWhenReady } from './connection.ts'
import { leaveHome, type PostgresHome, prepareHome, urlOf } from './home.ts'
import { type Claim, claim } from './ownership.ts'
import { findPostmaster, lastComplaint, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

export type ManagedPostgres = { url: string; stop(): Promise<void> }

const databaseName = 'portal'

// fsync stays on: what was acknowledged survives a power cut.
const settings = [
  'listen_addresses=',
  'unix_socket_permissions=0700',
  'max_connections=60',
  'shared_buffers=64MB',
  'timezone=UTC',
  // Failing statements carry applicants' data; the log must not.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
  'log_checkpoints=off',
]

const launchAttempts = 40

/**
 * Starts PostgreSQL in `dataDir`, or takes over one that a killed server left running there, and starts it again
 * whenever it ends unasked.
 * @returns the URL of the portal's database, good for the life of the process, and an orderly stop.
 * @throws Error when another server has the database, or when it cannot be started; the sentence is fit to be printed.
 */
export async function startManagedPostgres(options: {
  dataDir: string
  log: (message: string) => void
}): Promise<ManagedPostgres> {
  const home = await prepareHome(join(options.dataDir, 'postgres'))
  await ensureCluster(home)
  let running = await bringUp(home)
  await ensureDatabase(running.claim)

  let isStopping = false
  const watching = watch()

  async function watch(): Promise<void> {
    while (!isStopping) {
      await Promise.race([running.claim.lost, running.postmaster.ended])
      if (!isStopping) await bringUpAgain()
    }
    await running.claim.release()
    await stopPostmaster(running.postmaster)
    await leaveHome(home)
  }

  async function bringUpAgain(): Promise<void> {
    try {
      options.log('PostgreSQL ended unasked; starting it again.')
      running = await bringUp(home)
    } catch (error) {
      options.log(`PostgreSQL does not come back: ${(error as Error).message}`)
      await pause(2000)
    }
  }

  return {
    url: urlOf(home, databaseName),
    async stop() {
      isStopping = true
      await running.claim.release()
      await watching
    },
  }
}

type Running = { postmaster: Postmaster; claim: Claim }

/** Finds the postmaster or starts one, waits until it answers, and claims it. */
async function bringUp(home: PostgresHome): Promise<Running> {
  for (let failedLaunches = 0; failedLaunches < launchAttempts; ) {
    const postmaster = (await findPostmaster(home)) ?? (await launchPostmaster(home, settings))
    const client = await connectWhenReady(home, postmaster)
    if (client) return { postmaster, claim: await claim(client, postmaster.isOurChild) }
    // A found one was about to end. Ours lost a race, or the last one's memory is not released yet.
    if (postmaster.isOurChild) failedLaunches++
    await pause(100)
  }
  throw new Error(`PostgreSQL does not start: ${await lastComplaint(home)}`)
}

async function ensureDatabase({ client }: Claim): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (rowCount === 0) await client.query(`create database ${databaseName}`)
}
