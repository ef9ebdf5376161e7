// One row per account with all that the staff's lists filter and sort by. Triggers update it with its sources; nothing else
// writes it. Backups leave it out, because restoring the sources fills it.
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Outcome, ReviewStage } from '#shared/decisions/stages.ts'
import type { ApplicantRow } from '#shared/lists/applicants.ts'
import { accounts } from './accounts-and-sessions.ts'
import { byteOrderedText, timestamptz } from './columns.ts'

type Row = ApplicantRow
const isSubmitted = sql`submitted_at is not null`

export const applicantIndex = pgTable(
  'applicant_index',
  {
    accountId: uuid()
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    exerciseId: integer().notNull(),
    userId: byteOrderedText().notNull(),
    /** Surname, first name, middle name, as they are shown. */
    name: text().notNull(),
    /** By the function `folded`: lower case without accents. */
    surnameFolded: byteOrderedText().notNull(),
    firstFolded: byteOrderedText().notNull(),
    emailFolded: byteOrderedText().notNull(),
    phone: byteOrderedText().notNull(),
    gender: text().$type<Row['gender']>().notNull(),
    state: text().notNull(),
    lga: text().notNull(),
    school: text().notNull(),
    department: text(),
    role: text().notNull(),
    stage: text().$type<Row['stage']>().notNull(),
    isPaid: boolean().notNull(),
    isIdentified: boolean().notNull(),
    /** Of the application; null until it was submitted. */
    number: byteOrderedText(),
    issuedAt: timestamptz().notNull(),
    submittedAt: timestamptz(),
    /** The decision that the applicant can see; null while there is none. */
    published: text().$type<Row['published'] & string>(),
    flags: text().array().$type<Row['flags']>().notNull().default([]),
    /** Of the staff's work on the application; null until it was submitted. */
    reviewStage: text().$type<ReviewStage>(),
    reviewCount: integer().notNull().default(0),
    /** Two reviews disagree. */
    isSplit: boolean().notNull().default(false),
    /** Decided, and perhaps not published yet. */
    decided: text().$type<Outcome>(),
    assignedTo: uuid(),
  },
  // Read backwards, newest first.
  (t) => [
    index('applicant_index_newest').on(t.exerciseId, t.issuedAt, t.accountId),
    index('applicant_index_by_submission').on(t.exerciseId, t.submittedAt, t.accountId).where(isSubmitted),
    // Of the list of applications: its pages and its count by each filter.
    index('applicant_index_department_submitted')
      .on(t.exerciseId, t.department, t.submittedAt, t.accountId)
      .where(isSubmitted),
    index('applicant_index_school_submitted').on(t.exerciseId, t.school, t.submittedAt, t.accountId).where(isSubmitted),
    index('applicant_index_role_submitted').on(t.exerciseId, t.role, t.submittedAt, t.accountId).where(isSubmitted),
    index('applicant_index_state_submitted').on(t.exerciseId, t.state, t.submittedAt, t.accountId).where(isSubmitted),
    index('applicant_index_lga_submitted').on(t.exerciseId, t.lga, t.submittedAt, t.accountId).where(isSubmitted),
    index('applicant_index_stage').on(t.exerciseId, t.stage, t.issuedAt, t.accountId),
    index('applicant_index_role').on(t.exerciseId, t.role, t.issuedAt, t.accountId),
    index('applicant_index_role_stage').on(t.exerciseId, t.role, t.stage, t.issuedAt, t.accountId),
    index('applicant_index_role_state').on(t.exerciseId, t.role, t.state, t.gender, t.issuedAt, t.accountId),
    index('applicant_index_state').on(t.exerciseId, t.state, t.issuedAt, t.accountId),
    // With the state, so that an LGA of a state is counted by the index alone, too.
    index('applicant_index_lga').on(t.exerciseId, t.lga, t.issuedAt, t.accountId, t.state),
    index('applicant_index_school').on(t.exerciseId, t.school, t.issuedAt, t.accountId),
    index('applicant_index_department').on(t.exerciseId, t.department, t.issuedAt, t.accountId),
    index('applicant_index_published')
      .on(t.exerciseId, t.published, t.issuedAt, t.accountId)
      .where(sql`published is not null`),
    index('applicant_index_surname').on(t.exerciseId, t.surnameFolded, t.firstFolded, t.accountId),
    index('applicant_index_first').on(t.exerciseId, t.firstFolded, t.surnameFolded, t.accountId),
    index('applicant_index_user').on(t.userId),
    index('applicant_index_email').on(t.emailFolded),
    index('applicant_index_phone').on(t.phone),
    index('applicant_index_number').on(t.number).where(sql`number is not null`),
    index('applicant_index_review_stage')
      .on(t.exerciseId, t.reviewStage, t.submittedAt, t.accountId)
      .where(isSubmitted),
    index('applicant_index_decided')
      .on(t.exerciseId, t.decided, t.submittedAt, t.accountId)
      .where(sql`decided is not null`),
    index('applicant_index_assigned')
      .on(t.assignedTo, t.exerciseId, t.submittedAt, t.accountId)
      .where(sql`assigned_to is not null`),
    // One for each flag: an index of all would be searched for long where most of them are others.
    index('applicant_index_nin_mismatch')
      .on(t.exerciseId, t.issuedAt, t.accountId)
      .where(sql`'nin_mismatch' = any(flags)`),
    index('applicant_index_payment_differs')
      .on(t.exerciseId, t.issuedAt, t.accountId)
      .where(sql`'payment_differs' = any(flags)`),
    index('applicant_index_complaint').on(t.exerciseId, t.issuedAt, t.accountId).where(sql`'complaint' = any(flags)`),
    index('applicant_index_on_hold').on(t.exerciseId, t.issuedAt, t.accountId).where(sql`'on_hold' = any(flags)`),
  ],
)

/**
 * Work on existing rows that an update needs and that is too long for its migration; a job does it in small steps. Also when
 * a nightly search last came to its end.
 */
export const backgroundWork = pgTable('background_work', {
  name: text().primaryKey(),
  /** The last id that was done; null before the first step. */
  position: uuid(),
  finishedAt: timestamptz(),
})
