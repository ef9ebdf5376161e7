import type pg from 'pg'

/**
 * Seconds since the oldest open transaction of this role began. While it is open, no row that died since can be removed from
 * any table. The transactions of other roles are visible to administrators only.
 */
export async function readOldestTransactionAge(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select coalesce(extract(epoch from max(clock_timestamp() - xact_start)), 0)::float as seconds from pg_stat_activity
      where datname = current_database()`,
  )
  return rows[0]?.seconds ?? 0
}
