// Makes concurrent calls race reliably.
import pg from 'pg'
import { expect } from 'vitest'

/**
 * Starts all calls while a lock is held, and releases it once every call waits for it.
 * @param lock such as 'lock table applications in share mode', which blocks inserts and lets reads pass, or a change of a row, which
 *   is committed
 */
export async function raceAtLock<T>(
  databaseUrl: string,
  lock: string,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const client = new pg.Client(databaseUrl)
  // A second connection: within a transaction pg_stat_activity does not change.
  const observer = new pg.Client(databaseUrl)
  await Promise.all([client.connect(), observer.connect()])
  try {
    await client.query('begin')
    await client.query(lock)
    const results = Promise.all(calls.map((call) => call()))
    results.catch(() => {})
    await expect.poll(() => countLockWaits(observer)).toBe(calls.length)
    await client.query('commit')
    return await results
  } finally {
    await Promise.all([client.end(), observer.end()])
  }
}

/** Connections of this database that wait for a lock. */
export async function countLockWaits(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
