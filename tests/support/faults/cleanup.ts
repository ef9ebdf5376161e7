// Contents without a row are removed by a job an hour later; tests do not wait for that hour.
import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from './site.ts'

/** Brings the hour forward and waits until everything that was to be discarded is; resolves with how many there were. */
export async function tidied({ pool }: Pick<Site, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(`update unnamed_contents set since = since - interval '2 hours'`)
  await pool.query(`select graphile_worker.add_job('discard_contents')`)
  for (const giveUpAt = Date.now() + 60_000; ; await pause(100)) {
    const { rows } = await pool.query('select from unnamed_contents')
    if (rows.length === 0) return rowCount ?? 0
    if (Date.now() > giveUpAt) throw new Error(`${rows.length} contents still wait to be discarded.`)
  }
}
