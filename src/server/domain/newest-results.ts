// A result is corrected by one that supersedes it; the one that none supersedes counts.
import { type SQL, sql } from 'drizzle-orm'
import type { resultStatuses } from '#shared/staff/results.ts'

/**
 * The second condition is for the index of those that supersede another: they are few, and no other is read.
 * @param id that of the result, as the statement names it
 */
export const isNewestResult = (id: SQL): SQL => sql`not exists (
  select from results later where later.supersedes = ${id} and later.supersedes is not null)`

/** The sitting in which the result was reached was moved or cancelled since; `seatId` is that of the result. */
export const isOfReleasedSeat = (seatId: SQL): SQL => sql`not exists (
  select from seats seat where seat.id = ${seatId} and seat.released_at is null)`

const isMarkedAway = sql`seat.attendance in ('absent', 'turned_away')`

/** An applicant who was absent or turned away has no score, also when one was stored before that was marked. */
export const wasAway = (seatId: SQL): SQL => sql`exists (
  select from seats seat where seat.id = ${seatId} and ${isMarkedAway})`

const toStatus = (status: keyof typeof resultStatuses) => sql`${sql.param(status)}::text`.inlineParams()

/** Both at once, as a value of a row. */
export const selectResultStatus = (seatId: SQL) => sql<keyof typeof resultStatuses>`coalesce((
  select case when ${isMarkedAway} then ${toStatus('was_away')} else ${toStatus('counts')} end
  from seats seat where seat.id = ${seatId} and seat.released_at is null), ${toStatus('seat_released')})`
