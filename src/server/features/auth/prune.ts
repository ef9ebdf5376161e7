import type { Database } from '#server/database/connection.ts'
import { deleteExpiredCounts, deleteOldLoginNetworks } from './login-throttle-store.ts'
import { deleteExpiredResetCodes } from './passwords/reset-code-store.ts'
import { deleteOldSessions } from './sessions/session-store.ts'

interface PruneDependencies {
  database: Pick<Database, 'db'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60 * 1000
/** Staff can look into an ended session for as long, when an applicant calls. */
const retentionMs = 30 * dayMs
/** As long as a device cookie. */
const loginNetworkRetentionMs = 180 * dayMs

/**
 * The nightly job: deletes old sessions, expired reset codes and rate-limit counts, and login networks long unused. Audit events and payments
 * are never deleted. Safe to repeat.
 */
export const prune =
  ({ database: { db }, clock }: PruneDependencies) =>
  async (): Promise<void> => {
    const now = clock()
    const before = new Date(now.getTime() - retentionMs)
    await deleteOldSessions(db, before)
    await deleteExpiredResetCodes(db, before)
    await deleteExpiredCounts(db, now)
    await deleteOldLoginNetworks(db, new Date(now.getTime() - loginNetworkRetentionMs))
  }
