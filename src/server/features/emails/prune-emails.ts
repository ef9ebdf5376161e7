import type { Database } from '#server/database/connection.ts'
import { deleteEmailsBefore } from './log-store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** Somebody may still ask about an email of the whole exercise. */
const emailRetentionDays = 400

interface PruneDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

/** Nightly: forgets emails that are too old to be asked about. Safe to repeat. */
export const pruneEmails = ({ database: { db }, clock }: PruneDependencies): Promise<void> =>
  deleteEmailsBefore(db, new Date(clock().getTime() - emailRetentionDays * dayMs))
