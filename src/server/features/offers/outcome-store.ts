// Final outcomes: what is recorded, confirmed and published of an application.
import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/connection.ts'
import {
  finalOutcomeRecords,
  finalOutcomeStatuses,
  offers,
  outcomeConfirmations,
} from '#server/database/schema/decisions/offers.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { staff } from '#server/database/schema/staff.ts'
import { closeOffer } from '#server/domain/closed-offers.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import { insertAuditEvents } from '#server/platform/audit/audit.ts'
import type { FinalOutcome, OfferState } from '#shared/decisions/offers.ts'

/** An application as far as it decides whether it can get an outcome. */
export interface OutcomeCandidate {
  [column: string]: unknown
  applicationId: string
  accountId: string
  number: string
  exerciseId: number
  school: string
  department: string | null
  role: string
  /** Null when the post of the account is not in the exercise. */
  postId: number | null
  vacancies: number | null
  isArchived: boolean
  isWithdrawn: boolean
  isShortlisted: boolean
  isHeld: boolean
  version: number
  outcomeId: string | null
  outcome: FinalOutcome | null
  /** It is open or accepted. */
  hasOffer: boolean
  /** It takes a vacancy already. */
  isHolder: boolean
  isConfirmed: boolean
  recordedBy: string | null
  /** In milliseconds; null without an outcome. */
  recordedAt: number | null
}

const selectCandidates = (condition: SQL): SQL => sql`
  select application.id as "applicationId", application.account_id as "accountId", application.number,
    application.exercise_id as "exerciseId", person.school, person.department, person.role, post.id as "postId",
    post.vacancies, exercise.archived_at is not null as "isArchived", application.withdrawn_at is not null as "isWithdrawn",
    application.decision = 'verified' as "isShortlisted",
    exists (select from account_holds hold where hold.account_id = person.id and hold.ended_at is null) as "isHeld",
    coalesce(status.version, 0) as version, status.outcome_id as "outcomeId", status.outcome,
    coalesce(status.outcome = 'selected' and status.post_id = post.id and not exists (select from offers ended
        where ended.outcome_id = status.outcome_id and ended.state in ('declined', 'lapsed', 'withdrawn')), false)
      or exists (select from offers live where live.application_id = application.id and live.post_id = post.id
        and live.state in ('offered', 'accepted')) as "isHolder",
    exists (select from offers live where live.application_id = application.id
      and live.state in ('offered', 'accepted')) as "hasOffer",
    coalesce(status.is_confirmed, false) as "isConfirmed",
    recorded.recorded_by as "recordedBy", (extract(epoch from recorded.recorded_at) * 1000)::float8 as "recordedAt"
  from applications application
  join accounts person on person.id = application.account_id
  join exercises exercise on exercise.id = application.exercise_id
  left join posts post on post.exercise_id = person.exercise_id and post.school = person.school
    and post.department is not distinct from person.department and post.role = person.role
  left join final_outcome_statuses status on status.application_id = application.id
  left join final_outcomes recorded on recorded.id = status.outcome_id
  where ${condition} order by application.number`

export async function findOutcomeCandidate(tx: Tx, number: string): Promise<OutcomeCandidate | null> {
  const { rows } = await tx.execute<OutcomeCandidate>(selectCandidates(sql`application.number = ${number}`))
  return rows[0] ?? null
}

/** By number. @param readerId applications from which this person is recused are left out */
export async function listOutcomeCandidates(
  tx: Tx,
  applicationIds: readonly string[],
  readerId: string,
): Promise<OutcomeCandidate[]> {
  const isOneOf = sql`application.id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(applicationIds)}::jsonb))`
  const { rows } = await tx.execute<OutcomeCandidate>(
    selectCandidates(sql`${isOneOf} and ${isNotRecusedFrom(sql`application.account_id`, readerId)}`),
  )
  return rows
}

/**
 * Until the transaction ends nobody else records or confirms an outcome of these, puts their applicants on hold or withdraws
 * them. Always in the same order.
 */
export async function lockOutcomes(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  const ids = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(applicationIds)}::jsonb))`
  await tx.execute(sql`
    select from accounts where id in (select account_id from applications where id in ${ids}) order by id for share`)
  await tx.execute(sql`select from applications where id in ${ids} order by id for share`)
  await tx.execute(sql`
    insert into final_outcome_statuses (application_id) select value from ${ids} as chosen (value) order by value
    on conflict do nothing`)
  await tx.execute(sql`
    select from final_outcome_statuses where application_id in ${ids} order by application_id for update`)
}

/** Applications that take a vacancy, with the post. */
const holders = sql`(
  select status.post_id, status.application_id from final_outcome_statuses status
  where status.outcome = 'selected' and not exists (select from offers ended
    where ended.outcome_id = status.outcome_id and ended.state in ('declined', 'lapsed', 'withdrawn'))
  union
  select post_id, application_id from offers where state in ('offered', 'accepted')) as holder`

/** Locks the posts, and says how many vacancies of each are taken. */
export async function countTakenVacancies(tx: Tx, postIds: readonly number[]): Promise<Map<number, number>> {
  const ids = [...new Set(postIds)]
  if (ids.length === 0) return new Map()
  await tx
    .select({ id: exercisePosts.id })
    .from(exercisePosts)
    .where(inArray(exercisePosts.id, ids))
    .orderBy(exercisePosts.id)
    .for('no key update')
  const { rows } = await tx.execute<{ postId: number; taken: number }>(sql`
    select post_id as "postId", count(*)::int as taken from ${holders}
    where post_id = any(${sql.param(ids)}::int[]) group by post_id`)
  return new Map(rows.map(({ postId, taken }) => [postId, taken]))
}

export interface NewOutcome {
  applicationId: string
  postId: number
  outcome: FinalOutcome
  rank: number | null
  until: Date | null
  seenVersion: number
}

/** Of one statement, which then takes less than a second. */
export async function addOutcomes(
  tx: Tx,
  added: readonly NewOutcome[],
  { recordedBy, at }: { recordedBy: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
        as given ("applicationId" uuid, "postId" int, outcome text, rank int, until timestamptz, "seenVersion" int)
    ), recorded as (
      insert into final_outcomes (application_id, post_id, outcome, rank, until, recorded_by, recorded_at, supersedes, seen_version)
      select "applicationId", "postId", outcome, rank, until, ${recordedBy}::uuid, ${at.toISOString()}::timestamptz,
        (select earlier.id from final_outcomes earlier where earlier.application_id = "applicationId"
          order by earlier.seen_version desc limit 1), "seenVersion"
      from given
      returning id, application_id, post_id, outcome, rank
    )
    update final_outcome_statuses status set version = status.version + 1, outcome_id = recorded.id,
      post_id = recorded.post_id, outcome = recorded.outcome, rank = recorded.rank, is_confirmed = false
    from recorded where status.application_id = recorded.application_id`)
}

export async function confirmOutcomes(
  tx: Tx,
  applicationIds: readonly string[],
  { confirmedBy, at }: { confirmedBy: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    with confirmed as (
      update final_outcome_statuses set version = version + 1, is_confirmed = true
      where application_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(applicationIds)}::jsonb))
      returning outcome_id
    )
    insert into outcome_confirmations (outcome_id, recorded_by, confirmed_by, at)
    select recorded.id, recorded.recorded_by, ${confirmedBy}::uuid, ${at.toISOString()}::timestamptz
    from confirmed join final_outcomes recorded on recorded.id = confirmed.outcome_id`)
}

/** Newest first. */
export const listRecords = (tx: Tx, applicationId: string) =>
  tx
    .select({
      id: finalOutcomeRecords.id,
      outcome: finalOutcomeRecords.outcome,
      rank: finalOutcomeRecords.rank,
      until: finalOutcomeRecords.until,
      recordedById: finalOutcomeRecords.recordedBy,
      recordedBy: staff.name,
      recordedAt: finalOutcomeRecords.recordedAt,
      confirmedBy: sql<string | null>`(select name from staff where id = ${outcomeConfirmations.confirmedBy})`,
      confirmedAt: outcomeConfirmations.at,
      isPublished: sql<boolean>`coalesce(${finalOutcomeStatuses.publishedId} = ${finalOutcomeRecords.id}, false)`,
      isNewest: sql<boolean>`coalesce(${finalOutcomeStatuses.outcomeId} = ${finalOutcomeRecords.id}, false)`,
    })
    .from(finalOutcomeRecords)
    .innerJoin(staff, eq(staff.id, finalOutcomeRecords.recordedBy))
    .leftJoin(outcomeConfirmations, eq(outcomeConfirmations.outcomeId, finalOutcomeRecords.id))
    .leftJoin(finalOutcomeStatuses, eq(finalOutcomeStatuses.applicationId, finalOutcomeRecords.applicationId))
    .where(eq(finalOutcomeRecords.applicationId, applicationId))
    .orderBy(desc(finalOutcomeRecords.seenVersion))

export async function findNewestOffer(tx: Tx, applicationId: string) {
  const [row] = await tx
    .select({ offer: offers, archivedAt: exercises.archivedAt })
    .from(offers)
    .innerJoin(exercises, eq(exercises.id, offers.exerciseId))
    .where(eq(offers.applicationId, applicationId))
    .orderBy(desc(offers.offeredAt), desc(offers.id))
    .limit(1)
  return row ? closeOffer(row.offer, row.archivedAt) : null
}

/**
 * The first of the reserve list of a post whose place is confirmed, and who can be offered it: who has changed the post cannot, nor
 * anybody while its vacancies are taken.
 */
export async function findNextReserve(tx: Tx, postId: number, readerId: string) {
  const { rows } = await tx.execute<{ number: string; name: string; rank: number; version: number }>(sql`
    select application.number, person.name, status.rank, status.version
    from final_outcome_statuses status
    join applications application on application.id = status.application_id
    join applicant_index person on person.account_id = application.account_id
    join posts post on post.id = status.post_id and post.role = person.role and post.school = person.school
      and post.department is not distinct from person.department
    where status.post_id = ${postId} and status.outcome = 'reserve' and status.is_confirmed
      and (select count(*) from ${holders} where holder.post_id = post.id) < post.vacancies
      and application.decision = 'verified' and not 'on_hold' = any(person.flags)
      and ${isNotRecusedFrom(sql`person.account_id`, readerId)}
    order by status.rank limit 1`)
  return rows[0] ?? null
}

const insertLapsed = insertAuditEvents({
  actor: 'system',
  action: 'offer_lapsed',
  columns: ['account_id', 'subject_kind', 'subject_id', 'exercise_id'],
})

/**
 * Marks the offers of running exercises that nobody answered until their date, and records each.
 * @returns how many, at most the limit
 */
export async function lapseOffers(tx: Tx, now: Date, limit: number): Promise<number> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { rowCount } = await tx.execute(sql`
    with over as (
      select id from offers where state = 'offered' and until < ${at}
        and exercise_id <> all(array(select id from exercises where archived_at is not null))
      limit ${limit} for update skip locked
    ), lapsed as (
      update offers set state = ${'lapsed' satisfies OfferState}, settled_at = ${at}
      from over where offers.id = over.id returning offers.application_id
    )
    ${insertLapsed} application.account_id, 'application', application.number, application.exercise_id
    from lapsed join applications application on application.id = lapsed.application_id`)
  return rowCount ?? 0
}
