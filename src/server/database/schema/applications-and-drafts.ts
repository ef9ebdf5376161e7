import { sql } from 'drizzle-orm'
import { check, integer, json, jsonb, pgSequence, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Answers } from '#shared/application/sections.ts'
import type { Table } from '#shared/forms/table.ts'
import { publishedOutcomes } from '#shared/policy/published-outcomes.ts'
import { accountReference, accounts } from './accounts-and-sessions.ts'
import { bytea, checkNames, oneOf, primaryId, slipCode, timestamptz, timestamptzNow } from './columns.ts'
import { exerciseReference } from './exercises.ts'

/** Set by staff; an applicant sees it once it is published. */
export interface AssessmentResult {
  score: number
  maximum: number
  remark?: string
  publishedAt: string
}

export interface RejectionReason {
  type: string
  reason: string
}

export const applicationNumbers = pgSequence('application_numbers')

/** The answers as data, and the tables as they were rendered on the day of submission. */
export const applications = pgTable(
  'applications',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    accountId: accountReference(),
    number: text().notNull().unique('applications_number'),
    answers: json().$type<Answers>().notNull(),
    renderedTables: json().$type<Table[]>().notNull(),
    answersDigest: bytea().notNull(),
    photoFileId: uuid(),
    ninPhotoFileId: uuid(),
    decision: oneOf(publishedOutcomes).notNull().default('pending'),
    rejectionReasons: jsonb().$type<RejectionReason[]>().notNull().default([]),
    cbtResult: jsonb().$type<AssessmentResult>(),
    interviewResult: jsonb().$type<AssessmentResult>(),
    submittedAt: timestamptzNow(),
    slipCode: slipCode('applications_slip_code'),
    /** Counts what was sent under this number; earlier ones are in `application_versions`. */
    submission: integer().notNull().default(1),
    /** Returned for correction: it can be sent again until then, and this very moment counts as in time. Null when it cannot. */
    returnedUntil: timestamptz(),
    /** What the applicant reads with it. */
    returnReason: text(),
    /** Withdrawn, because the applicant asked for it. Null when it is not, or is taken up again. */
    withdrawnAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    uniqueIndex('applications_account').on(t.accountId),
    check('applications_returned', sql`(${t.returnedUntil} is null) = (${t.returnReason} is null)`),
    check(
      'applications_withdrawn',
      sql`${t.withdrawnAt} is null or (${t.decision} = 'pending' and ${t.returnedUntil} is null)`,
    ),
  ],
)

export const drafts = pgTable('drafts', {
  accountId: uuid()
    .primaryKey()
    .references(() => accounts.id),
  document: json().$type<Record<string, unknown>>().notNull(),
  revision: integer().notNull(),
  savedAt: timestamptzNow(),
})
