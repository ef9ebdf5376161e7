import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { fileKinds, fileScans } from '#shared/policy/file-scans.ts'
import { accounts } from './accounts-and-sessions.ts'
import { bytea, checkNames, oneOf, timestamptz, timestamptzNow } from './columns.ts'

/** A file has a row only once its content is stored completely. */
export const files = pgTable(
  'files',
  {
    id: uuid().primaryKey(),
    /** Null for what belongs to the staff: lists to import, exports. */
    accountId: uuid().references(() => accounts.id),
    kind: oneOf(fileKinds).notNull(),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    sha256: bytea().notNull(),
    scan: oneOf(fileScans).notNull().default('none'),
    createdAt: timestamptzNow(),
  },
  (t) => [
    ...checkNames(t),
    index('files_account').on(t.accountId),
    check('files_owner', sql`(${t.accountId} is not null) = (${t.kind} in ('upload', 'nin_photo'))`),
  ],
)

/** Contents whose upload has begun, and that no row of `files` refers to yet. */
export const unreferencedContents = pgTable(
  'unreferenced_contents',
  { id: uuid().primaryKey(), since: timestamptz().notNull() },
  (t) => [index('unreferenced_contents_since').on(t.since)],
)
