// The counts of failed logins, in the table of the rate limiter library.
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import type { Tx } from '#server/platform/database/connection.ts'

export interface FailureCount {
  failures: number
  expiresInMs: number
}

/** The counts of these keys that have not expired, in one query because every login runs it. */
export async function readFailureCounts(pool: Pool, keys: string[]): Promise<Map<string, FailureCount>> {
  const now = Date.now()
  const { rows } = await pool.query<{ key: string; points: number; expire: string }>({
    name: 'failure_counts',
    text: 'select key, points, expire from rate_limits where key = any($1) and expire > $2',
    values: [keys, now],
  })
  return new Map(rows.map(({ key, points, expire }) => [key, { failures: points, expiresInMs: Number(expire) - now }]))
}

/** Deletes the expired counts of every rate limit. */
export async function deleteExpiredCounts(tx: Tx, now: Date): Promise<void> {
  // The library stores milliseconds since 1970.
  await tx.execute(sql`delete from rate_limits where expire < ${now.getTime()}`)
}
