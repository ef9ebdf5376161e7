// A result is corrected by one that supersedes it; the one that none supersedes counts.
import { type SQL, sql } from 'drizzle-orm'

/**
 * The second condition is for the index of those that supersede another: they are few, and no other is read.
 * @param id that of the result, as the statement names it
 */
export const isNewestResult = (id: SQL): SQL => sql`not exists (
  select from results later where later.supersedes = ${id} and later.supersedes is not null)`
