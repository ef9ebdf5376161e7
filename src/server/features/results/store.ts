import { type SQL, sql } from 'drizzle-orm'
import { splitIntoBatches } from '#server/database/batches.ts'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { results } from '#server/database/schema/results.ts'
import { isNewestResult, isOfReleasedSeat, wasAway } from '#server/domain/newest-results.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import type { AttendanceState } from '#shared/staff/attendance.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'

const isNewest = isNewestResult(sql`${results.id}`)

export interface Examinee {
  [column: string]: unknown
  applicationId: string
  number: string
  userId: string
  isWithdrawn: boolean
  /** Null without one. */
  seatId: string | null
  /** The sitting of the seat. */
  hasBegun: boolean
  attendance: AttendanceState | null
  /** The newest result; null without one. */
  resultId: string | null
  /** That of the newest result. */
  resultSeatId: string | null
  score: number | null
  maximum: number | null
  remark: string | null
}

interface ExamineeSearch {
  exerciseId: number
  kind: SittingKind
  numbers: readonly string[]
  /** Without those from whose cases this person is recused; null where that is known of each. */
  readerId: string | null
  now: Date
}

/** Of an exercise, those with one of these application numbers or user IDs. */
export async function findExaminees(
  tx: Tx,
  { exerciseId, kind, numbers, readerId, now }: ExamineeSearch,
): Promise<Examinee[]> {
  const { rows } = await tx.execute<Examinee>(sql`
    with wanted as materialized (select distinct value as number from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)),
    found as materialized (
      select account_id from ${applicantIndex} person join wanted on person.number = wanted.number
      union select account_id from ${applicantIndex} person join wanted on person.user_id = wanted.number
    )
    select application.id as "applicationId", application.number, person.user_id as "userId",
      application.withdrawn_at is not null as "isWithdrawn", seat.id as "seatId", seat.attendance,
      coalesce(seat.starts_at <= ${now.toISOString()}::timestamptz, false) as "hasBegun",
      newest.id as "resultId", newest.seat_id as "resultSeatId", newest.score::float8 as score, newest.maximum::float8 as maximum, newest.remark
    from found
    join ${applicantIndex} person on person.account_id = found.account_id
    join ${applications} application on application.account_id = found.account_id
    left join seats seat on seat.application_id = application.id and seat.kind = ${kind} and seat.released_at is null
    left join results newest on newest.application_id = application.id and newest.kind = ${kind}
      and ${isNewestResult(sql`newest.id`)}
    where person.exercise_id = ${exerciseId}
      and ${readerId === null ? sql`true` : isNotRecusedFrom(sql`person.account_id`, readerId)}`)
  return rows
}

/** Until the transaction ends, nobody else writes results of this exercise and kind. */
export async function lockResults(tx: Tx, exerciseId: number, kind: SittingKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('results'), hashtext(${`${exerciseId} ${kind}`}))`)
}

export interface NewResult {
  applicationId: string
  score: number
  maximum: number
  remark: string | null
  seatId: string | null
  supersedes: string | null
}

/** Of one statement. */
const rowsPerStatement = 5_000

export async function addResults(
  tx: Tx,
  { importId, kind, enteredBy, enteredAt }: { importId: string; kind: SittingKind; enteredBy: string; enteredAt: Date },
  added: readonly NewResult[],
): Promise<void> {
  for (const rows of splitIntoBatches(added, rowsPerStatement))
    await tx.execute(sql`
      insert into results (application_id, kind, score, maximum, remark, seat_id, import_id, entered_by, entered_at, supersedes)
      select "applicationId", ${kind}, score, maximum, remark, "seatId", ${importId}::uuid, ${enteredBy}::uuid,
        ${enteredAt.toISOString()}::timestamptz, supersedes
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as new
        ("applicationId" uuid, score numeric, maximum numeric, remark text, "seatId" uuid, supersedes uuid)`)
}

/** Of the published shortlist, with `applications`: the others are neither counted nor chosen. */
const isCounted = (kind: SittingKind): SQL => sql`${results.kind} = ${kind} and ${isNewest}
  and ${applications.decision} = 'verified' and not ${isOfReleasedSeat(sql`${results.seatId}`)}
  and not ${wasAway(sql`${results.seatId}`)}`

/** On the applicant index. */
export const hasScore = (kind: SittingKind, score: number): SQL => sql`exists (
  select from ${results} join ${applications} on ${applications.id} = ${results.applicationId}
  where ${applications.accountId} = ${applicantIndex.accountId} and ${results.score} >= ${score} and ${isCounted(kind)})`

export interface ScoredGroup {
  [column: string]: unknown
  /** 1: all; 2: by post; 3: by state; 4: by gender. */
  by: 'all' | 'post' | 'state' | 'gender'
  school: string | null
  department: string | null
  role: string | null
  state: string | null
  gender: string | null
  lowestMaximum: number
  highestMaximum: number
  scored: number
  above: number
}

/** @param readable of the index: those of the exercise that the person may read */
const fromScored = (kind: SittingKind, readable: SQL | undefined) => sql`
  from ${results}
  join ${applications} on ${applications.id} = ${results.applicationId}
  join ${applicantIndex} on ${applicantIndex.accountId} = ${applications.accountId}
  where ${isCounted(kind)} and ${readable ?? sql`false`}`

export async function countScored(
  tx: Tx,
  { kind, score, readable }: { kind: SittingKind; score: number; readable: SQL | undefined },
): Promise<ScoredGroup[]> {
  const { rows } = await tx.execute<ScoredGroup>(sql`
    select case when grouping(role) = 0 then 'post' when grouping(state) = 0 then 'state'
        when grouping(gender) = 0 then 'gender' else 'all' end as by,
      school, department, role, state, gender, count(*)::int as scored, (count(*) filter (where score >= ${score}))::int as above,
      min(maximum)::float8 as "lowestMaximum", max(maximum)::float8 as "highestMaximum"
    from (select ${applicantIndex.school}, ${applicantIndex.department}, ${applicantIndex.role}, ${applicantIndex.state},
        ${applicantIndex.gender}, ${results.score}, ${results.maximum} ${fromScored(kind, readable)}) as scored
    group by grouping sets ((), (school, department, role), (state), (gender))
    order by 1, school, department, role, state, gender`)
  return rows
}

const distributionParts = 10

/** How many reached each tenth of the maximum, from the lowest; a full score is in the last. */
export async function countByTenth(
  tx: Tx,
  { kind, readable }: { kind: SittingKind; readable: SQL | undefined },
): Promise<number[]> {
  const { rows } = await tx.execute<{ part: number; count: number }>(sql`
    select least(floor(${results.score} / ${results.maximum} * 10), 9)::int as part, count(*)::int as count
    ${fromScored(kind, readable)} group by 1`)
  return Array.from({ length: distributionParts }, (_, part) => rows.find((row) => row.part === part)?.count ?? 0)
}
