// What the database says about itself, for the metrics.
import type pg from 'pg'

type Pool = Pick<pg.Pool, 'query'>

/**
 * Seconds since the oldest open transaction of this role began. While it is open, no row that died since can be removed from
 * any table. The transactions of other roles are visible to administrators only.
 */
export async function readOldestTransactionAge(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    `select extract(epoch from max(clock_timestamp() - xact_start))::float as seconds from pg_stat_activity
      where datname = current_database()`,
  )
  return rows[0]?.seconds ?? 0
}

/** Seconds since a file of the write-ahead log was last archived, when the newest attempt failed; 0 otherwise. */
export async function readArchiveFailureAge(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::float as seconds
      from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')`,
  )
  return rows[0]?.seconds ?? 0
}
