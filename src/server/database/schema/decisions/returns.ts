// Applications that the registry returns for correction, and what was sent before.
import { sql } from 'drizzle-orm'
import { check, index, integer, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Answers } from '#shared/application/sections.ts'
import type { Table } from '#shared/forms/table.ts'
import { applications, type RejectionReason } from '../applications-and-drafts.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from '../columns.ts'
import { staffReference } from '../staff.ts'

const applicationReference = () =>
  uuid()
    .notNull()
    .references(() => applications.id)

/**
 * What the registry did: returned it, changed the date or the reason, or took the return back. The newest of a submission
 * counts, until a later submission exists. Append-only by trigger.
 */
export const applicationReturns = pgTable(
  'application_returns',
  {
    id: primaryId(),
    applicationId: applicationReference(),
    /** The submission that was returned. */
    submission: integer().notNull(),
    /** What the applicant reads; null when the return was taken back. */
    reason: text(),
    /** Null when the return was taken back. */
    until: timestamptz(),
    returnedBy: staffReference(),
    at: timestamptzNow(),
  },
  (t) => [
    index('application_returns_application').on(t.applicationId, t.at),
    check('application_returns_cancelled', sql`(${t.until} is null) = (${t.reason} is null)`),
  ],
)

/** What was sent before the newest submission, and what was published about it. Append-only by trigger. */
export const applicationVersions = pgTable(
  'application_versions',
  {
    applicationId: applicationReference(),
    submission: integer().notNull(),
    answers: json().$type<Answers>().notNull(),
    renderedTables: json().$type<Table[]>().notNull(),
    answersDigest: bytea().notNull(),
    photoFileId: uuid(),
    ninPhotoFileId: uuid(),
    decision: oneOf(['pending', 'rejected']).notNull(),
    rejectionReasons: jsonb().$type<RejectionReason[]>().notNull(),
    submittedAt: timestamptz().notNull(),
    slipCode: text().notNull().unique('application_versions_slip_code'),
  },
  (t) => [...checkNames(t), primaryKey({ name: 'application_versions_key', columns: [t.applicationId, t.submission] })],
)
