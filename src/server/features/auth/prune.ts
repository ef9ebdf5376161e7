// The nightly job that removes what is of no more use: old sessions, used links, counts that have run out. Deeds and
// money are never pruned.
import { lt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/connection.ts'
import { passwordResets, sessions } from '#server/platform/database/schema/schema.ts'

interface Means {
  database: Pick<Database, 'db'>
  clock: () => Date
}

const dayMs = 24 * 60 * 60 * 1000
/** How long what is over can still be looked into, when an applicant calls the registry. */
const keptMs = 30 * dayMs

/** Safe to repeat. */
export const prune =
  ({ database: { db }, clock }: Means) =>
  async (): Promise<void> => {
    const before = new Date(clock().getTime() - keptMs)
    await db.delete(sessions).where(or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)))
    await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before))
    // The counts' own clock is in milliseconds.
    await db.execute(sql`delete from rate_limits where expire < ${clock().getTime()}`)
  }
