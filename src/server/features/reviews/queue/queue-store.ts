// What waits for a reviewer. The oldest submission comes first.
import { and, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationStatuses, applicationViewers, reviews } from '#server/database/schema/decisions/reviews.ts'
import { isOnHold } from '#server/domain/holds.ts'
import { areApplicationsWithin } from '#server/domain/index-conditions.ts'
import type { IndexScope } from '#server/domain/scope.ts'

const t = applicantIndex

/**
 * - `split`: two reviews disagree, for the chair
 * - `own`: assigned to the person
 * - `second`: reviewed by one other person, and assigned to nobody who has not reviewed it
 * - `again`: sent again after it was returned, or not sent again in time; assigned to nobody
 * - `new`: nobody has begun with it
 */
export type QueuePart = 'split' | 'own' | 'second' | 'again' | 'new'

export interface Queue {
  filter: IndexScope
  /** Numbers that are not wanted now. */
  skip: readonly string[]
  /** The person, and those for whom the person is no second one. */
  related: ReadonlySet<string>
  now: Date
}

/**
 * Makes PostgreSQL look up by an index what belongs to a row, where few rows come to this. Otherwise it may read all
 * applications, or all reviews of a person, before the first row.
 */
const lookUp = sql`offset 0`

/** Of the row's account, which has one application. */
const isOfRow = eq(applications.accountId, t.accountId)

/** One of these persons in this round. Few have reviews, so only their applications are read. */
const hasReviewed = (staffIds: SQL, how = lookUp) => sql`(${t.reviewCount} > 0 and exists (
  select from ${applications} join ${applicationStatuses} on ${eq(applicationStatuses.applicationId, applications.id)}
  join ${reviews} on ${and(eq(reviews.applicationId, applications.id), eq(reviews.round, applicationStatuses.round))}
  where ${isOfRow} and ${reviews.staffId} in ${staffIds} ${how}))`

/** It was returned for correction, and the applicant let the date pass. */
const isBack = (now: Date) => sql`(${t.reviewStage} = 'returned' and exists (
  select from ${applications} where ${isOfRow} and ${applications.returnedUntil} < ${now.toISOString()}::timestamptz ${lookUp}))`

const conditions: Readonly<Record<QueuePart, (staffId: string, now: Date) => SQL | undefined>> = {
  split: () => and(eq(t.reviewStage, 'held'), eq(t.isSplit, true)),
  own: (staffId, now) =>
    and(eq(t.assignedTo, staffId), or(inArray(t.reviewStage, ['submitted', 'screening']), isBack(now))),
  second: () =>
    and(
      eq(t.reviewStage, 'screening'),
      eq(t.reviewCount, 1),
      or(isNull(t.assignedTo), hasReviewed(sql`(${t.assignedTo})`)),
    ),
  again: (_, now) =>
    and(
      isNull(t.assignedTo),
      inArray(t.reviewStage, ['screening', 'returned']),
      or(and(eq(t.reviewStage, 'screening'), eq(t.reviewCount, 0)), isBack(now)),
    ),
  new: () => and(eq(t.reviewStage, 'submitted'), isNull(t.assignedTo)),
}

const isOpenElsewhere = (staffId: string, now: Date) => sql`exists (
  select from ${applications} join ${applicationViewers} on ${eq(applicationViewers.applicationId, applications.id)}
  where ${isOfRow} and ${applicationViewers.staffId} <> ${staffId}::uuid
    and ${applicationViewers.expiresAt} > ${now.toISOString()}::timestamptz ${lookUp})`

const isWaiting = (part: QueuePart, { filter, now }: Queue) =>
  and(areApplicationsWithin(filter), conditions[part](filter.staffId, now), sql`not ${isOnHold}`)

interface QueueLimits {
  cases: number
  /** Counts no further. */
  waiting: number
}

/** The first cases of a part of the queue that nobody else has open, and how many wait in it. */
export async function readQueue(tx: Tx, part: QueuePart, queue: Queue, limits: QueueLimits) {
  const { skip, now, filter } = queue
  // Their review needs a second person, who is not the reader.
  const first = sql`${[...queue.related]}`
  const isPart = isWaiting(part, queue)
  const isOffered = and(
    isPart,
    skip.length > 0 ? notInArray(t.number, [...skip]) : undefined,
    sql`not ${hasReviewed(first)} and not ${isOpenElsewhere(filter.staffId, now)}`,
  )
  const isCounted = and(isPart, sql`not ${hasReviewed(first, sql``)}`)
  const { rows } = await tx.execute<{ numbers: string[]; waiting: number }>(sql`select
    array(select ${t.number} from ${t} where ${isOffered} order by ${t.submittedAt}, ${t.accountId} limit ${limits.cases}) as numbers,
    (select count(*)::int from (select from ${t} where ${isCounted} limit ${limits.waiting}) as counted) as waiting`)
  return rows[0] ?? { numbers: [], waiting: 0 }
}

/** Reviews of this person since the day began in Nigeria. */
export async function countReviewsOfDay(tx: Tx, staffId: string, now: Date): Promise<number> {
  const start = sql`(date_trunc('day', ${now.toISOString()}::timestamptz at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')`
  const [row] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(and(eq(reviews.staffId, staffId), sql`${reviews.at} >= ${start}`))
  return row?.count ?? 0
}
