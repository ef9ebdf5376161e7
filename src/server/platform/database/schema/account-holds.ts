import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { accountReference } from './accounts-and-sessions.ts'
import { primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { staff, staffReference } from './staff.ts'

/**
 * While an account is on hold, its application takes no review and no decision, and no publication makes anything of it
 * visible. The applicant goes on as before.
 */
export const accountHolds = pgTable(
  'account_holds',
  {
    id: primaryId(),
    accountId: accountReference(),
    reason: text().notNull(),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    endedBy: uuid().references(() => staff.id),
    endedAt: timestamptz(),
    endReason: text(),
  },
  (t) => [
    uniqueIndex('account_holds_once').on(t.accountId).where(sql`ended_at is null`),
    check(
      'account_holds_ended',
      sql`(${t.endedAt} is null) = (${t.endedBy} is null) and (${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
  ],
)
