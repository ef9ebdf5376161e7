// A result is corrected by one that supersedes it; the one that none supersedes counts.
import { type SQL, sql } from 'drizzle-orm'

/**
 * The second condition is for the index of those that supersede another: they are few, and no other is read.
 * @param id that of the result, as the statement names it
 */
export const isNewestResult = (id: SQL): SQL => sql`not exists (
  select from results later where later.supersedes = ${id} and later.supersedes is not null)`

/** An applicant who was absent or turned away has no score, also when one was stored before that was marked. */
export const wasAway = (applicationId: SQL, kind: SQL): SQL => sql`exists (
  select from seats seat where seat.application_id = ${applicationId} and seat.kind = ${kind} and seat.released_at is null
    and seat.attendance in ('absent', 'turned_away'))`
