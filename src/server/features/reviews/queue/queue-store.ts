// What waits for a reviewer. The oldest submission comes first.
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { applicationStatuses, applicationViewers, reviews } from '#server/database/schema/decisions/reviews.ts'
import { isOnHold } from '#server/domain/holds.ts'
import { areApplicationsWithin, type IndexScope, reviewStage } from '#server/domain/index-conditions.ts'

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
  now: Date
}

const hasReviewed = (staffId: string | SQL) => sql`exists (
  select from ${reviews} where ${reviews.applicationId} = ${applications.id}
    and ${reviews.round} = coalesce(${applicationStatuses.round}, 1) and ${reviews.staffId} = ${staffId})`

/** It was returned for correction, and the applicant let the date pass. */
const isBack = (now: Date) =>
  sql`${reviewStage} = 'returned' and ${applications.returnedUntil} < ${now.toISOString()}::timestamptz`

const conditions: Readonly<Record<QueuePart, (staffId: string, now: Date) => SQL | undefined>> = {
  split: () => and(eq(reviewStage, 'held'), eq(t.isSplit, true)),
  own: (staffId, now) =>
    and(eq(t.assignedTo, staffId), or(inArray(reviewStage, ['submitted', 'screening']), isBack(now))),
  second: () =>
    and(
      eq(reviewStage, 'screening'),
      eq(t.reviewCount, 1),
      or(isNull(t.assignedTo), hasReviewed(sql`${t.assignedTo}`)),
    ),
  again: (_, now) =>
    and(
      isNull(t.assignedTo),
      inArray(reviewStage, ['screening', 'returned']),
      or(and(eq(reviewStage, 'screening'), eq(t.reviewCount, 0)), isBack(now)),
    ),
  new: () => and(eq(reviewStage, 'submitted'), isNull(t.assignedTo)),
}

const isOpenElsewhere = (staffId: string, now: Date) => sql`exists (
  select from ${applicationViewers} where ${applicationViewers.applicationId} = ${applications.id}
    and ${applicationViewers.staffId} <> ${staffId}::uuid and ${applicationViewers.expiresAt} > ${now.toISOString()}::timestamptz)`

function getQueueCondition(part: QueuePart, { filter, now }: Queue) {
  const { staffId } = filter
  return and(
    areApplicationsWithin(filter),
    conditions[part](staffId, now),
    sql`not ${isOnHold}`,
    sql`not ${hasReviewed(sql`${staffId}::uuid`)}`,
  )
}

const selectQueue = (tx: Tx) =>
  tx
    .select({ number: applications.number })
    .from(t)
    .innerJoin(applications, eq(applications.accountId, t.accountId))
    .leftJoin(applicationStatuses, eq(applicationStatuses.applicationId, applications.id))

/** The first cases of a part of the queue that nobody else has open. */
export async function listQueue(tx: Tx, part: QueuePart, queue: Queue, limit: number): Promise<string[]> {
  const { skip, now, filter } = queue
  const rows = await selectQueue(tx)
    .where(
      and(
        getQueueCondition(part, queue),
        skip.length > 0 ? notInArray(applications.number, [...skip]) : undefined,
        sql`not ${isOpenElsewhere(filter.staffId, now)}`,
      ),
    )
    .orderBy(asc(t.submittedAt), asc(t.accountId))
    .limit(limit)
  return rows.map(({ number }) => number)
}

/** Counts no further than the limit. */
export async function countQueue(tx: Tx, part: QueuePart, queue: Queue, limit: number): Promise<number> {
  const waiting = selectQueue(tx).where(getQueueCondition(part, queue)).limit(limit).as('waiting')
  const [row] = await tx.select({ count: sql<number>`count(*)::int` }).from(waiting)
  return row?.count ?? 0
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
