import { sql } from 'drizzle-orm'
import { jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type IdentityFact, ninOutcomes } from '#shared/policy/nin-outcomes.ts'
import { accountReference } from './accounts-and-sessions.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'

/** One row for each NIN that an account has looked up; the NIN and the record are encrypted. */
export const ninVerifications = pgTable(
  'nin_verifications',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    accountId: accountReference(),
    ninHash: bytea().notNull(),
    encryptedNin: bytea().notNull(),
    /** `requested`: a look-up is running; once the lease expired, it was cut off by a crash. */
    outcome: oneOf(ninOutcomes).notNull(),
    requestedAt: timestamptzNow(),
    leaseExpiresAt: timestamptz(),
    /** Only stored for a match, so that no other person's record is kept. */
    encryptedRecord: bytea(),
    /** Only for a mismatch: the facts that differed, and a hash of the account's facts at that time. */
    differences: jsonb().$type<IdentityFact[]>(),
    factsHash: bytea(),
    photoFileId: uuid(),
    consentAt: timestamptz(),
    /** The version of the text that the applicant agreed to; null for look-ups before versions were recorded. */
    consentVersion: text(),
    createdAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    unique('nin_looked_up_once').on(t.accountId, t.ninHash),
    uniqueIndex('nin_once_per_exercise').on(t.exerciseId, t.ninHash).where(sql`outcome = 'matched'`),
    uniqueIndex('nin_one_per_account').on(t.accountId).where(sql`outcome = 'matched'`),
  ],
)
