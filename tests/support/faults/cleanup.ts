// Runs the job that removes file contents without a row, which is normally due an hour later.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment } from './environment.ts'

/** Resolves with the number of contents that were removed. */
export async function discardLeftovers({ pool }: Pick<FaultEnvironment, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(`update unreferenced_contents set since = since - interval '2 hours'`)
  await pool.query(`select graphile_worker.add_job('discard_contents')`)
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    const { rows } = await pool.query('select from unreferenced_contents')
    if (rows.length === 0) return rowCount ?? 0
    if (Date.now() > deadline) throw new Error(`${rows.length} contents still wait to be discarded.`)
  }
}
