// What becomes of the applications on the published shortlist, and the offers to those who are selected.
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { finalOutcomes, offerStates } from '#shared/decisions/offers.ts'
import { genders } from '#shared/reference-data/option-lists.ts'
import { applications } from '../applications-and-drafts.ts'
import { checkNames, filterColumns, oneOf, primaryId, slipCode, timestamptz, timestamptzNow } from '../columns.ts'
import { exercisePosts } from '../exercises.ts'
import { staffReference } from '../staff.ts'

const applicationReference = () =>
  uuid()
    .notNull()
    .references(() => applications.id)

const postReference = () =>
  integer()
    .notNull()
    .references(() => exercisePosts.id)

/** As one person recorded it. Append-only by trigger: an outcome is undone by one that supersedes it. */
export const finalOutcomeRecords = pgTable(
  'final_outcomes',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    /** The post of the applicant on that day. */
    postId: postReference(),
    outcome: oneOf(finalOutcomes).notNull(),
    /** On the reserve list of the post, from 1. */
    rank: integer(),
    /** Until when an offer can be answered. */
    until: timestamptz(),
    recordedBy: staffReference(),
    recordedAt: timestamptzNow(),
    supersedes: uuid(),
    seenVersion: integer().notNull(),
  },
  (t) => [
    ...checkNames(t),
    unique('final_outcomes_version').on(t.applicationId, t.seenVersion),
    unique('final_outcomes_supersedes').on(t.supersedes),
    // What the confirmation refers to, with the person who recorded it.
    unique('final_outcomes_of_person').on(t.id, t.recordedBy),
    check('final_outcomes_rank', sql`(${t.outcome} = 'reserve') = (${t.rank} is not null) and ${t.rank} >= 1`),
    check('final_outcomes_until', sql`(${t.outcome} = 'selected') = (${t.until} is not null)`),
  ],
)

/** By the second person. Append-only by trigger. */
export const outcomeConfirmations = pgTable(
  'outcome_confirmations',
  {
    outcomeId: uuid().notNull(),
    recordedBy: uuid().notNull(),
    confirmedBy: staffReference(),
    at: timestamptzNow(),
  },
  (t) => [
    primaryKey({ name: 'outcome_confirmations_key', columns: [t.outcomeId] }),
    foreignKey({
      name: 'outcome_confirmations_outcome',
      columns: [t.outcomeId, t.recordedBy],
      foreignColumns: [finalOutcomeRecords.id, finalOutcomeRecords.recordedBy],
    }),
    check('outcome_confirmations_second_person', sql`${t.confirmedBy} <> ${t.recordedBy}`),
  ],
)

/** Where an application stands at the end. One without a row is at version 0, and nothing is recorded. */
export const finalOutcomeStatuses = pgTable(
  'final_outcome_statuses',
  {
    applicationId: applicationReference().primaryKey(),
    /** Raised by every record and confirmation; a write names the version that it was based on. */
    version: integer().notNull().default(0),
    /** The newest; it and its facts are null until one is recorded, and after a withdrawal. */
    outcomeId: uuid().references(() => finalOutcomeRecords.id),
    postId: integer().references(() => exercisePosts.id),
    outcome: oneOf(finalOutcomes),
    rank: integer(),
    isConfirmed: boolean().notNull().default(false),
    /** What the applicant sees. Written by a publication alone. */
    publishedId: uuid().references(() => finalOutcomeRecords.id),
  },
  (t) => [
    ...checkNames(t),
    uniqueIndex('final_outcome_statuses_rank').on(t.postId, t.rank).where(sql`outcome = 'reserve'`),
    index('final_outcome_statuses_outcome').on(t.outcomeId).where(sql`outcome_id is not null`),
    index('final_outcome_statuses_published').on(t.publishedId).where(sql`published_id is not null`),
    index('final_outcome_statuses_selected').on(t.postId).where(sql`outcome = 'selected'`),
    check('final_outcome_statuses_newest', sql`(${t.outcomeId} is null) = (${t.outcome} is null)`),
  ],
)

/** Made by the publication of the outcome. A trigger keeps those of a post within its vacancies. */
export const offers = pgTable(
  'offers',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    postId: postReference(),
    outcomeId: uuid()
      .notNull()
      .references(() => finalOutcomeRecords.id),
    state: oneOf(offerStates).notNull().default('offered'),
    until: timestamptz().notNull(),
    offeredAt: timestamptzNow(),
    /** When it was answered, lapsed or was withdrawn. */
    settledAt: timestamptz(),
    slipCode: slipCode('offers_slip_code'),
    // The post is that of the offer, wherever the applicant is moved to later.
    ...filterColumns(),
    gender: oneOf(genders).notNull().default('f'),
  },
  (t) => [
    ...checkNames(t),
    unique('offers_outcome').on(t.outcomeId),
    uniqueIndex('offers_one_live').on(t.applicationId).where(sql`state in ('offered', 'accepted')`),
    index('offers_post').on(t.postId, t.state),
    index('offers_application').on(t.applicationId),
    // The list in its order, and by each filter.
    index('offers_offered').on(t.exerciseId, t.offeredAt, t.id, t.applicationId),
    index('offers_state_offered').on(t.exerciseId, t.state, t.offeredAt, t.id, t.applicationId),
    index('offers_school_offered').on(t.exerciseId, t.school, t.offeredAt, t.id, t.applicationId),
    index('offers_department_offered').on(t.exerciseId, t.department, t.offeredAt, t.id, t.applicationId),
    index('offers_role_offered').on(t.exerciseId, t.role, t.offeredAt, t.id, t.applicationId),
    index('offers_gender_offered').on(t.exerciseId, t.gender, t.offeredAt, t.id, t.applicationId),
    index('offers_home_state_offered').on(t.exerciseId, t.homeState, t.offeredAt, t.id, t.applicationId),
    index('offers_number').on(t.number),
    index('offers_open').on(t.until).where(sql`state = 'offered'`),
    check('offers_settled', sql`(${t.state} = 'offered') = (${t.settledAt} is null)`),
  ],
)
