import { sql } from 'drizzle-orm'
import { check, index, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { sittingKinds } from '#shared/staff/sittings.ts'
import { applications } from './applications-and-drafts.ts'
import { checkNames, oneOf, primaryId, timestamptzNow } from './columns.ts'
import { imports } from './imports.ts'
import { staffReference } from './staff.ts'

const score = () => numeric({ precision: 6, scale: 2, mode: 'number' }).notNull()

/** Append-only: a result is corrected by one that supersedes it. The newest is the one that none supersedes. */
export const results = pgTable(
  'results',
  {
    id: primaryId(),
    applicationId: uuid()
      .notNull()
      .references(() => applications.id),
    kind: oneOf(sittingKinds).notNull(),
    score: score(),
    maximum: score(),
    /** For the applicant; null for none. */
    remark: text(),
    importId: uuid()
      .notNull()
      .references(() => imports.id),
    enteredBy: staffReference(),
    enteredAt: timestamptzNow(),
    supersedes: uuid(),
  },
  (t) => [
    ...checkNames(t),
    // One beginning and one end, however many write at the same time.
    uniqueIndex('results_first').on(t.applicationId, t.kind).where(sql`supersedes is null`),
    uniqueIndex('results_superseded_once').on(t.supersedes),
    index('results_import').on(t.importId),
    check('results_score', sql`${t.score} between 0 and ${t.maximum} and ${t.maximum} > 0`),
  ],
)
