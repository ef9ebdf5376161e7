import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Contents that were begun to be kept and are not named by a row of `files` yet. */
export const unnamedContents = pgTable(
  'unnamed_contents',
  { id: uuid().primaryKey(), since: timestamp({ withTimezone: true, mode: 'date' }).notNull() },
  (t) => [index('unnamed_contents_since').on(t.since)],
)
