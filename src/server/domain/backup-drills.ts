// What the drills say about the backups. The command `drill` writes it; metrics and Home read it.
import type pg from 'pg'

export interface BackupDrill {
  at: Date
  /** When the backup was made; null when it could not be read. */
  madeAt: Date | null
  rows: number | null
  files: number | null
  /** Null when it was restored completely. */
  failure: string | null
}

type Pool = Pick<pg.Pool, 'query'>

export async function saveDrill(pool: Pool, { madeAt, rows, files, failure }: Omit<BackupDrill, 'at'>): Promise<void> {
  await pool.query('insert into backup_drills (backup_made_at, rows, files, failure) values ($1, $2, $3, $4)', [
    madeAt,
    rows,
    files,
    failure,
  ])
}

/** The newest drill, and the newest that succeeded; null when there was none. */
export interface BackupDrills {
  newest: BackupDrill | null
  restored: BackupDrill | null
}

export async function readDrills(pool: Pool): Promise<BackupDrills> {
  const { rows } = await pool.query<BackupDrill>(
    `(select created_at as at, backup_made_at as "madeAt", rows, files, failure from backup_drills
       order by created_at desc limit 1)
     union all
     (select created_at, backup_made_at, rows, files, failure from backup_drills where failure is null
       order by created_at desc limit 1)`,
  )
  return { newest: rows[0] ?? null, restored: rows.find(({ failure }) => failure === null) ?? null }
}
