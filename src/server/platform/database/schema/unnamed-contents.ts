import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Contents that were begun to be kept and are not named by a row of `files` yet. */
export const unnamedContents = pgTable(
  'unnamed_contents',
  { id: uuid().primaryKey(), since: moment().notNull() },
  (t) => [index('unnamed_contents_since').on(t.since)],
)
