// Brings accounts into the applicant index that were issued before it existed.
import type { Database } from '#server/database/connection.ts'
import { enqueue } from '#server/platform/queue/queue.ts'
import { fillNextAccounts, isIndexUnfinished } from './index-store.ts'

interface FillDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Accounts of one transaction: their rows are locked until it ends. */
const stepSize = 200
/** A job goes on for so long at most, so that others get their turn. */
const maxJobMs = 3_000
const jobName = 'fill_applicant_index'
/** When another transaction holds an account, such as the issuing of a list. */
const retryAfterMs = 5_000

/** The job: it does some steps, and enqueues itself again until every account is in the index. Safe to repeat. */
export const fillApplicantIndex =
  ({ database: { db }, clock }: FillDependencies) =>
  async (): Promise<void> => {
    const until = performance.now() + maxJobMs
    const takeStep = () => db.transaction((tx) => fillNextAccounts(tx, { count: stepSize, now: clock() }))
    try {
      while (await takeStep()) if (performance.now() > until) return requestIndexFill({ database: { db } })
    } catch (error) {
      if (!isLockTaken(error)) throw error
      await enqueue(db, jobName, {}, { key: jobName, runAt: new Date(clock().getTime() + retryAfterMs) })
    }
  }

/** At the start of a server. Enqueues nothing once the index is complete. */
export async function requestIndexFill({ database: { db } }: Pick<FillDependencies, 'database'>): Promise<void> {
  if (await isIndexUnfinished(db)) await enqueue(db, jobName, {}, { key: jobName })
}

function isLockTaken(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ((cause as { code?: string }).code === '55P03') return true
  return false
}
