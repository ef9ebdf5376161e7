// What the database says about itself, for the metrics.
import type pg from 'pg'

export interface DatabaseHealth {
  /**
   * Seconds since the oldest open transaction of this role began. While it is open, no row that died since can be removed
   * from any table. The transactions of other roles are visible to administrators only.
   */
  oldestTransactionAge: number
  /** Seconds since a file of the write-ahead log was last archived, when the newest attempt failed; 0 otherwise. */
  archiveFailingFor: number
}

export async function readDatabaseHealth(pool: Pick<pg.Pool, 'query'>): Promise<DatabaseHealth> {
  const { rows } = await pool.query<DatabaseHealth>(
    `select
       (select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float from pg_stat_activity
         where datname = current_database()) as "oldestTransactionAge",
       (select coalesce(extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset)), 0)::float
         from pg_stat_archiver where last_failed_time > coalesce(last_archived_time, '-infinity')) as "archiveFailingFor"`,
  )
  return {
    oldestTransactionAge: rows[0]?.oldestTransactionAge ?? 0,
    archiveFailingFor: rows[0]?.archiveFailingFor ?? 0,
  }
}
