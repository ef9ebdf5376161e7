// What staff decide about submitted applications. None of it is visible to applicants before its publication.
import { sql } from 'drizzle-orm'
import {
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RejectionReasonCode, ReviewPart } from '#shared/decisions/rejection-reasons.ts'
import { decisionStages, outcomeLabels, reviewStages, verdictLabels } from '#shared/decisions/stages.ts'
import { applications } from '../applications-and-drafts.ts'
import { checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from '../columns.ts'
import { staff, staffReference } from '../staff.ts'

/** A reason in the words of the day on which it was given; later changes of the catalogue do not change it. */
export interface RecordedReason {
  code: RejectionReasonCode
  type: string
  /** The sentence that the applicant reads once it is published, with the note where the reason has one. */
  reason: string
  /** The section of the form that it is about. */
  about?: ReviewPart
  /** The number of the section's entry, from 1. */
  entry?: number
  note?: string
}

const applicationReference = () =>
  uuid()
    .notNull()
    .references(() => applications.id)

/** Where an application stands. One without a row is `submitted`, at version 1. Triggers copy it to the applicant index. */
export const applicationStatuses = pgTable(
  'application_statuses',
  {
    applicationId: uuid()
      .primaryKey()
      .references(() => applications.id),
    stage: oneOf(reviewStages).notNull(),
    /** Raised by every review, decision and assignment; a write names the version that it was based on. */
    version: integer().notNull(),
    /** Raised when a case begins anew: reviews of earlier rounds do not count. */
    round: integer().notNull().default(1),
    /** Reviews of this round. */
    reviewCount: integer().notNull().default(0),
    /** Two reviews of this round disagree. */
    isSplit: boolean().notNull().default(false),
    assignedTo: uuid().references(() => staff.id),
    /** The newest decision. */
    decisionId: uuid().references(() => decisions.id),
    changedAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    index('application_statuses_assigned').on(t.assignedTo, t.stage).where(sql`assigned_to is not null`),
    index('application_statuses_decision').on(t.decisionId).where(sql`decision_id is not null`),
    index('application_statuses_second_review')
      .on(t.applicationId)
      .where(sql`stage = 'screening' and review_count = 1`),
  ],
)

/** One person's review. Append-only by trigger. */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    round: integer().notNull(),
    staffId: staffReference(),
    verdict: oneOf(verdictLabels).notNull(),
    reasons: jsonb().$type<RecordedReason[]>().notNull().default([]),
    /** For colleagues, never for the applicant. */
    note: text().notNull().default(''),
    seenVersion: integer().notNull(),
    at: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    unique('reviews_one_per_person').on(t.applicationId, t.round, t.staffId),
    index('reviews_staff').on(t.staffId, t.at),
  ],
)

/** Two persons make a rejection, in every role. Append-only by trigger: a decision is undone by one that supersedes it. */
export const decisions = pgTable(
  'decisions',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    stage: oneOf(decisionStages).notNull(),
    outcome: oneOf(outcomeLabels).notNull(),
    reasons: jsonb().$type<RecordedReason[]>().notNull().default([]),
    decidedBy: staffReference(),
    /** The other person: whose review agrees. */
    secondedBy: uuid().references(() => staff.id),
    supersedes: uuid(),
    seenVersion: integer().notNull(),
    at: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    unique('decisions_supersedes').on(t.supersedes),
    index('decisions_application').on(t.applicationId, t.at),
    check('decisions_second_person', sql`${t.secondedBy} is null or ${t.secondedBy} <> ${t.decidedBy}`),
    check('decisions_rejected_by_two', sql`${t.outcome} <> 'rejected' or ${t.secondedBy} is not null`),
  ],
)

/** Of colleagues for each other. Append-only by trigger. */
export const applicationNotes = pgTable(
  'application_notes',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    applicationId: applicationReference(),
    staffId: staffReference(),
    text: text().notNull(),
    isPinned: boolean().notNull().default(false),
    at: timestamptzNow(),
  },
  (t) => [index('application_notes_application').on(t.applicationId, t.id)],
)

/** Who has an interest in a case: they see nothing of it. */
export const recusals = pgTable(
  'recusals',
  {
    id: primaryId(),
    staffId: staffReference(),
    applicationId: applicationReference(),
    reason: text().notNull(),
    madeBy: staffReference(),
    at: timestamptzNow(),
    endedBy: uuid().references(() => staff.id),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('recusals_once').on(t.applicationId, t.staffId).where(sql`ended_at is null`),
    index('recusals_staff').on(t.staffId).where(sql`ended_at is null`),
    check('recusals_ended_by_another', sql`${t.endedBy} is null or ${t.endedBy} <> ${t.staffId}`),
  ],
)

/** Who has a case open. A notice for colleagues, which refuses nothing. */
export const applicationViewers = pgTable(
  'application_viewers',
  {
    applicationId: applicationReference(),
    staffId: staffReference(),
    openedAt: timestamptzNow(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ name: 'application_viewers_pk', columns: [t.applicationId, t.staffId] }),
    index('application_viewers_expiry').on(t.expiresAt),
  ],
)
