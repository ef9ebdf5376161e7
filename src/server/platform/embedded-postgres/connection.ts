// The first session on a PostgreSQL that is starting.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildDatabaseUrl, databaseRoles, type PostgresHome } from './home.ts'
import { type Postmaster, readLastError } from './postmaster.ts'

// Recovery after a power cut can take long, and killing it would only prolong the next one.
const recoveryTimeoutMs = 120_000

/** The application name of the owner's session, followed by its process id. */
export const ownerSessionName = 'portal-owner'

/**
 * Waits until the start or the recovery is finished.
 * @returns a session, or undefined when the postmaster exited
 * @throws Error when it neither accepts a connection nor exits within two minutes
 */
export async function connectWhenReady(home: PostgresHome, postmaster: Postmaster): Promise<pg.Client | undefined> {
  let hasEnded = false
  void postmaster.ended.then(() => {
    hasEnded = true
  })
  const deadline = Date.now() + recoveryTimeoutMs
  while (!hasEnded) {
    const client = await tryConnect(buildDatabaseUrl(home, 'postgres', databaseRoles.owner))
    if (client) return client
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer: ${await readLastError(home)}`)
    await pause(20)
  }
  return undefined
}

async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${ownerSessionName} ${process.pid}`,
    connectionTimeoutMillis: 5000,
  })
  // Without a listener a broken connection would end this process.
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}
