// Emails to many applicants at once: who gets one is fixed when the mailing is made, and each gets it once.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { accounts } from './accounts-and-sessions.ts'
import { primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'
import { staffReference } from './staff.ts'

export const mailings = pgTable(
  'mailings',
  {
    id: primaryId(),
    kind: text({ enum: ['firstEmail', 'reminder'] }).notNull(),
    exerciseId: exerciseReference(),
    /** As sent, for the record. */
    filter: jsonb().$type<Record<string, unknown>>().notNull(),
    state: text({ enum: ['draft', 'sending', 'sent'] })
      .notNull()
      .default('draft'),
    /** Applicants who get one, when it was made. */
    recipients: integer().notNull(),
    /** Applicants who were chosen and get none. */
    leftOut: jsonb().$type<{ why: string; count: number }[]>().notNull(),
    /** Null until it is sent. */
    reason: text(),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    /** A draft that nobody sends is deleted afterwards. */
    expiresAt: timestamptz().notNull(),
    startedAt: timestamptz(),
    finishedAt: timestamptz(),
  },
  (t) => [
    index('mailings_made').on(t.madeBy, t.madeAt),
    index('mailings_drafts').on(t.expiresAt).where(sql`state = 'draft'`),
    check('mailings_kind', sql`${t.kind} in ('firstEmail', 'reminder')`),
    check('mailings_state', sql`${t.state} in ('draft', 'sending', 'sent')`),
    check('mailings_reason', sql`${t.state} = 'draft' or ${t.reason} is not null`),
  ],
)

export const mailingItems = pgTable(
  'mailing_items',
  {
    mailingId: uuid()
      .notNull()
      .references(() => mailings.id, { onDelete: 'cascade' }),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** `skipped`: no longer to be written to when it was the applicant's turn. */
    state: text({ enum: ['waiting', 'done', 'skipped'] })
      .notNull()
      .default('waiting'),
    why: text(),
    at: timestamptz(),
  },
  (t) => [
    primaryKey({ name: 'mailing_items_key', columns: [t.mailingId, t.accountId] }),
    index('mailing_items_waiting').on(t.mailingId, t.accountId).where(sql`state = 'waiting'`),
    index('mailing_items_account').on(t.accountId, t.at),
    check('mailing_items_state', sql`${t.state} in ('waiting', 'done', 'skipped')`),
  ],
)
