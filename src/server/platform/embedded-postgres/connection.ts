// The first session on a PostgreSQL that is on its way up.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresHome, urlOf } from './home.ts'
import { lastComplaint, type Postmaster } from './postmaster.ts'

// Recovery after a power cut takes its time; ending it by force would only make the next one longer.
const recoveryPatience = 120_000

/** What the sessions of an embedded PostgreSQL's keeper are called, followed by its process number. */
export const ownerName = 'portal-owner'

/**
 * Waits through a start or a recovery.
 * @returns a session, or undefined when the postmaster ended instead.
 * @throws Error when it neither answers nor ends.
 */
export async function connectWhenReady(home: PostgresHome, postmaster: Postmaster): Promise<pg.Client | undefined> {
  let hasEnded = false
  void postmaster.ended.then(() => {
    hasEnded = true
  })
  const giveUpAt = Date.now() + recoveryPatience
  while (!hasEnded) {
    const client = await tryConnect(urlOf(home, 'postgres'))
    if (client) return client
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL does not answer: ${await lastComplaint(home)}`)
    await pause(20)
  }
  return undefined
}

async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${ownerName} ${process.pid}`,
    connectionTimeoutMillis: 5000,
  })
  // Without a listener a broken connection would end the process.
  client.on('error', () => undefined)
  return client.connect().then(
    () => client,
    () => undefined,
  )
}
