import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { emailStates } from '#shared/lists/emails.ts'
import type { AccountFact } from '#shared/policy/correctable-facts.ts'
import type { EmailTemplateName, StaffEmailEvent } from '#shared/staff/labels/email-templates.ts'
import { mailingItemStates, mailingKinds, mailingStates } from '#shared/staff/mailings.ts'
import { correctionStates } from '#shared/staff/proposals.ts'
import { accountReference, accounts } from './accounts-and-sessions.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from './columns.ts'
import { complaints } from './contact.ts'
import { exerciseReference } from './exercises.ts'
import { staff, staffReference } from './staff.ts'

/** Every email that was queued, and what became of it. */
export const emails = pgTable(
  'emails',
  {
    id: primaryId(),
    template: text().$type<EmailTemplateName>().notNull(),
    /** Null where the template alone says what it is about. */
    event: text().$type<StaffEmailEvent>(),
    /** Whose email it is: an applicant's, a staff member's, or neither when the address was typed into the contact form. */
    accountId: uuid().references(() => accounts.id),
    staffId: uuid().references(() => staff.id),
    encryptedAddress: bytea(),
    /** What it was written from, as JSON, for sending it again; null when it held a secret. */
    encryptedData: bytea(),
    /**
     * `refused`: the mail server will never accept it. `failed`: every attempt failed. `withdrawn`: not sent, because what
     * it says had ended before.
     */
    state: oneOf(emailStates).notNull().default('queued'),
    messageId: text(),
    jobId: text(),
    attempts: integer().notNull().default(0),
    queuedAt: timestamptzNow(),
    sentAt: timestamptz(),
    complaintId: uuid().references(() => complaints.id),
    publicationId: uuid(),
    /** The staff member who sent it again; null for the first time. */
    resentBy: uuid(),
  },
  (t) => [
    ...checkNames(t),
    index('emails_account').on(t.accountId, t.queuedAt),
    index('emails_state').on(t.state, t.queuedAt),
    index('emails_queued').on(t.queuedAt, t.id),
    index('emails_template').on(t.template, t.queuedAt, t.id),
    index('emails_staff').on(t.staffId, t.queuedAt, t.id).where(sql`staff_id is not null`),
    index('emails_complaint').on(t.complaintId).where(sql`complaint_id is not null`),
    index('emails_publication').on(t.publicationId, t.state).where(sql`publication_id is not null`),
  ],
)

/** One row for each column of a correction of an account's facts. */
export const accountCorrections = pgTable(
  'account_corrections',
  {
    id: primaryId(),
    /** Common to the columns that were corrected together. */
    correctionId: uuid().notNull(),
    accountId: accountReference(),
    column: text().$type<AccountFact>().notNull(),
    encryptedOld: bytea().notNull(),
    encryptedNew: bytea().notNull(),
    reason: text().notNull(),
    state: oneOf(correctionStates).notNull(),
    /** The version of the account that it is based on. */
    seenVersion: integer().notNull(),
    madeBy: staffReference(),
    /** Null where no second person is needed. */
    decidedBy: uuid(),
    madeAt: timestamptzNow(),
    decidedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    index('account_corrections_account').on(t.accountId, t.madeAt),
    index('account_corrections_correction').on(t.correctionId),
    index('account_corrections_proposed').on(t.madeAt).where(sql`state = 'proposed'`),
    check('account_corrections_second_person', sql`${t.state} <> 'applied' or ${t.decidedBy} <> ${t.madeBy}`),
  ],
)

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

/** Emails to many applicants at once: who gets one is fixed when the mailing is made, and each gets it once. */
export const mailings = pgTable(
  'mailings',
  {
    id: primaryId(),
    kind: oneOf(mailingKinds).notNull(),
    exerciseId: exerciseReference(),
    /** As sent, for the record. */
    filter: jsonb().$type<Record<string, unknown>>().notNull(),
    state: oneOf(mailingStates).notNull().default('draft'),
    /** Applicants who get one, when it was made. */
    recipients: integer().notNull(),
    /** Applicants who were chosen and get none. */
    leftOut: jsonb().$type<{ leftOutReason: string; count: number }[]>().notNull(),
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
    ...checkNames(t),
    index('mailings_made').on(t.madeBy, t.madeAt),
    index('mailings_drafts').on(t.expiresAt).where(sql`state = 'draft'`),
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
    state: oneOf(mailingItemStates).notNull().default('waiting'),
    leftOutReason: text(),
    at: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    primaryKey({ name: 'mailing_items_key', columns: [t.mailingId, t.accountId] }),
    index('mailing_items_waiting').on(t.mailingId, t.accountId).where(sql`state = 'waiting'`),
    index('mailing_items_account').on(t.accountId, t.at),
  ],
)
