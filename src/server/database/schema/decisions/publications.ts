// Batches by which decisions become visible to applicants: proposed by one person, approved by another.
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FinalOutcome } from '#shared/decisions/offers.ts'
import { publicationItemStates, publicationKinds, publicationStates } from '#shared/decisions/publications.ts'
import type { PublishedOutcome } from '#shared/policy/published-outcomes.ts'
import type { PublishedContent } from '#shared/staff/published-content.ts'
import { applications } from '../applications-and-drafts.ts'
import { bytea, checkNames, oneOf, primaryId, timestamptz, timestamptzNow } from '../columns.ts'
import { exerciseReference } from '../exercises.ts'
import { staff, staffReference } from '../staff.ts'

/** What is counted once for each state, because its pages are read again and again. */
export interface PublicationSummary {
  /** Seats have no outcome. */
  byPost: { school: string; role: string; outcome: PublishedOutcome | FinalOutcome | null; count: number }[]
  excluded: { exclusionReason: string; count: number }[]
  skipped: { exclusionReason: string; count: number }[]
  waiting: number
  done: number
}

/** Where what is published comes from; a released seat takes a published one away. */
export const publicationSourceTables = ['decisions', 'seats', 'released_seats', 'results', 'final_outcomes'] as const

export const publications = pgTable(
  'publications',
  {
    id: primaryId(),
    exerciseId: exerciseReference(),
    kind: oneOf(publicationKinds).notNull(),
    title: text().notNull(),
    state: oneOf(publicationStates).notNull(),
    /** SHA-256 over what was proposed: the items with their sources, the title, the moment and the note. */
    digest: bytea(),
    /** Null: as soon as it is approved. */
    publishAt: timestamptz(),
    publishedAt: timestamptz(),
    /** A paragraph of every email. */
    emailNote: text().notNull().default(''),
    summary: jsonb().$type<PublicationSummary>().notNull(),
    /** Emails handed to the queue. */
    emails: integer().notNull().default(0),
    madeBy: staffReference(),
    madeAt: timestamptzNow(),
    proposedBy: uuid().references(() => staff.id),
    proposedAt: timestamptz(),
    approvedBy: uuid().references(() => staff.id),
    approvedAt: timestamptz(),
    returnedBy: uuid().references(() => staff.id),
    returnedAt: timestamptz(),
    returnReason: text(),
    /** Raised by every change; a change names the version that it was based on. */
    version: integer().notNull().default(1),
  },
  (t) => [
    ...checkNames(t),
    index('publications_newest').on(t.exerciseId, t.madeAt, t.id),
    check('publications_second_person', sql`${t.approvedBy} <> ${t.madeBy} and ${t.approvedBy} <> ${t.proposedBy}`),
    check(
      'publications_approved',
      sql`${t.state} not in ('approved', 'publishing', 'published') or (${t.approvedBy} is not null and ${t.proposedBy} is not null and ${t.digest} is not null)`,
    ),
  ],
)

export const publicationItems = pgTable(
  'publication_items',
  {
    publicationId: uuid()
      .notNull()
      .references(() => publications.id),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    /** What is published, such as a row of `decisions`; null for what is excluded. */
    sourceTable: oneOf(publicationSourceTables),
    sourceId: uuid(),
    /** What the applicant will read, or reads, as the source had it when it was proposed; null for what is excluded. */
    content: jsonb().$type<PublishedContent>(),
    /** `excluded`: of the selection, but never published. `skipped`: its source was not the newest when it was published. */
    state: oneOf(publicationItemStates).notNull(),
    exclusionReason: text(),
    /** When its email was handed to the queue. */
    emailedAt: timestamptz(),
  },
  (t) => [
    ...checkNames(t),
    primaryKey({ name: 'publication_items_key', columns: [t.publicationId, t.applicationId] }),
    uniqueIndex('publication_items_published_once').on(t.sourceTable, t.sourceId).where(sql`state = 'done'`),
    index('publication_items_application').on(t.applicationId, t.state),
    index('publication_items_to_email')
      .on(t.publicationId, t.applicationId)
      .where(sql`state = 'done' and emailed_at is null`),
    check(
      'publication_items_source',
      sql`${t.state} = 'excluded' or (${t.sourceTable} is not null and ${t.sourceId} is not null and ${t.content} is not null)`,
    ),
  ],
)
