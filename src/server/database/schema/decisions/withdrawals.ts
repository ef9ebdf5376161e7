// Applications that were withdrawn because the applicant asked for it, and those that the registry took up again.

import { sql } from 'drizzle-orm'
import { bigserial, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { withdrawalEvents } from '#shared/decisions/stages.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { applications, type RejectionReason } from '../applications-and-drafts.ts'
import { checkNames, oneOf, timestamptzNow } from '../columns.ts'
import { staffReference } from '../staff.ts'

/** The newest row of an application counts, by its id. Append-only by trigger. */
export const applicationWithdrawals = pgTable(
  'application_withdrawals',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id),
    event: oneOf(withdrawalEvents).notNull(),
    /** How the applicant asked for it, or why it is taken up again. */
    reason: text().notNull(),
    /** What was published about it until then; `pending` where nothing was. */
    decision: oneOf(publishedOutcomes).notNull(),
    rejectionReasons: jsonb().$type<RejectionReason[]>().notNull(),
    madeBy: staffReference(),
    at: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    index('application_withdrawals_application').on(t.applicationId, t.id),
    check('application_withdrawals_reason', sql`char_length(${t.reason}) >= 10`),
  ],
)
