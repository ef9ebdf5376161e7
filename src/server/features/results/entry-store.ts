// Results that one person enters, by hand or from the sheets of a panel, and another confirms.
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '#server/database/connection.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { applications } from '#server/database/schema/applications-and-drafts.ts'
import { resultEntries, results, takenBackEntries } from '#server/database/schema/results.ts'
import { seats } from '#server/database/schema/sittings.ts'
import { staff } from '#server/database/schema/staff.ts'
import { isAskedBy, summarizeSheets } from '#server/domain/interview-sheets.ts'
import { isNewestResult } from '#server/domain/newest-results.ts'
import { isNotRecusedFrom } from '#server/domain/scope.ts'
import type { SittingKind } from '#shared/staff/sittings.ts'

export async function findApplicationOfResult(tx: Tx, number: string) {
  const [row] = await tx
    .select({
      applicationId: applications.id,
      accountId: applications.accountId,
      exerciseId: applications.exerciseId,
      number: applications.number,
      name: applicantIndex.name,
      school: applicantIndex.school,
      department: applicantIndex.department,
    })
    .from(applications)
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .where(eq(applications.number, number))
  return row ?? null
}
export type ApplicationOfResult = NonNullable<Awaited<ReturnType<typeof findApplicationOfResult>>>

/** How many entries, entries taken back and results there are: the version that a change names. */
const countVersion = (applicationId: unknown, kind: unknown) => sql<number>`(
  (select count(*) from result_entries one where one.application_id = ${applicationId} and one.kind = ${kind})
  + (select count(*) from result_entries one join result_entries_taken_back taken on taken.entry_id = one.id
    where one.application_id = ${applicationId} and one.kind = ${kind})
  + (select count(*) from results one where one.application_id = ${applicationId} and one.kind = ${kind}))::int`

export async function readVersion(tx: Tx, applicationId: string, kind: SittingKind): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(
    sql`select ${countVersion(sql`${applicationId}::uuid`, kind)} as version`,
  )
  return rows[0]?.version ?? 0
}

const confirmer = alias(staff, 'confirmer')

export async function findNewestResult(tx: Tx, applicationId: string, kind: SittingKind) {
  const [row] = await tx
    .select({
      id: results.id,
      score: results.score,
      maximum: results.maximum,
      remark: results.remark,
      seatId: resultEntries.seatId,
      by: staff.name,
      confirmedBy: confirmer.name,
      at: results.enteredAt,
      isPublished: sql<boolean>`exists (select from publication_items told
        where told.source_table = 'results' and told.source_id = ${results.id} and told.state = 'done')`,
    })
    .from(results)
    .innerJoin(staff, eq(staff.id, results.enteredBy))
    .leftJoin(confirmer, eq(confirmer.id, results.confirmedBy))
    .leftJoin(resultEntries, eq(resultEntries.id, results.entryId))
    .where(and(eq(results.applicationId, applicationId), eq(results.kind, kind), isNewestResult(sql`${results.id}`)))
  return row ?? null
}

/** Nothing was entered, taken back or confirmed since, and no file has brought a result. */
const isWaiting = sql`${resultEntries.seenVersion} + 1 = ${countVersion(
  sql`${resultEntries.applicationId}`,
  sql`${resultEntries.kind}`,
)}`

/** The seats that have a time at a panel, with the summary of their sheets. */
const scoredSeats = sql`${seats} seat
  join interview_slots slot on slot.seat_id = seat.id
  cross join ${summarizeSheets({
    seatId: sql`seat.id`,
    panelId: sql`slot.panel_id`,
    applicationId: sql`seat.application_id`,
  })} sheets`

/** The mean of the panel is another one by now, as when a member was recused since. */
const isOutdated = sql<boolean>`(${resultEntries.seatId} is not null and not exists (
  select from ${scoredSeats} where seat.id = ${resultEntries.seatId} and seat.released_at is null
    and sheets.mean = ${resultEntries.score}::float8))`

/** Whose sheet alone the mean is, as the others of the panel are recused, or there are none; null for other entries. */
const soleScorer = sql<string | null>`(
  select case when count(*) = 1 then min(sheet.staff_id::text) end from score_sheets sheet
  where sheet.seat_id = ${resultEntries.seatId}
    and ${isAskedBy(sql`sheet.staff_id`, { seatId: sql`sheet.seat_id`, applicationId: sql`${resultEntries.applicationId}` })})`

const entryColumns = {
  id: resultEntries.id,
  score: resultEntries.score,
  maximum: resultEntries.maximum,
  remark: resultEntries.remark,
  seatId: resultEntries.seatId,
  enteredBy: resultEntries.enteredBy,
  soleScorer,
  by: staff.name,
  at: resultEntries.enteredAt,
  isOutdated,
}

export async function findWaitingEntry(tx: Tx, applicationId: string, kind: SittingKind) {
  const [row] = await tx
    .select(entryColumns)
    .from(resultEntries)
    .innerJoin(staff, eq(staff.id, resultEntries.enteredBy))
    .where(and(eq(resultEntries.applicationId, applicationId), eq(resultEntries.kind, kind), isWaiting))
    .orderBy(desc(resultEntries.seenVersion))
    .limit(1)
  return row ?? null
}
export type WaitingEntry = NonNullable<Awaited<ReturnType<typeof findWaitingEntry>>>

const maxWaiting = 500

/** Oldest first, without those from whose cases the reader is recused. */
export const listWaitingEntries = (tx: Tx, exerciseId: number, readerId: string) =>
  tx
    .select({
      ...entryColumns,
      number: applications.number,
      name: applicantIndex.name,
      kind: resultEntries.kind,
      version: sql<number>`${resultEntries.seenVersion} + 1`,
      replaces: sql<{ score: number; maximum: number } | null>`(
        select json_build_object('score', former.score, 'maximum', former.maximum) from results former
        where former.application_id = ${resultEntries.applicationId} and former.kind = ${resultEntries.kind}
          and ${isNewestResult(sql`former.id`)})`,
    })
    .from(resultEntries)
    .innerJoin(staff, eq(staff.id, resultEntries.enteredBy))
    .innerJoin(applications, eq(applications.id, resultEntries.applicationId))
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, applications.accountId))
    .where(and(eq(applications.exerciseId, exerciseId), isWaiting, isNotRecusedFrom(applications.accountId, readerId)))
    .orderBy(resultEntries.enteredAt, resultEntries.id)
    .limit(maxWaiting)

export async function saveResultEntry(tx: Tx, entry: typeof resultEntries.$inferInsert): Promise<void> {
  await tx.insert(resultEntries).values(entry)
}

export async function saveTakenBack(tx: Tx, entryId: string, takenBackAt: Date): Promise<void> {
  await tx.insert(takenBackEntries).values({ entryId, takenBackAt })
}

/** The entry becomes a result, in place of the newest, of the seat that the applicant had when it was entered. */
export async function confirmEntry(
  tx: Tx,
  entryId: string,
  { confirmedBy, supersedes }: { confirmedBy: string; supersedes: string | null },
): Promise<void> {
  await tx.execute(sql`
    insert into results (application_id, kind, score, maximum, remark, seat_id, entry_id, entered_by, entered_at, confirmed_by, supersedes)
    select application_id, kind, score, maximum, remark, coalesce(seat_id, (
        select seat.id from seats seat where seat.application_id = entry.application_id and seat.kind = entry.kind
        order by seat.seated_at <= entry.entered_at desc, seat.seated_at desc limit 1)),
      id, entered_by, entered_at, ${confirmedBy}::uuid, ${supersedes}::uuid
    from result_entries entry where id = ${entryId}::uuid`)
}

/** Whose seat it is, and the mean of the sheets once all are in; null for a seat without a time. */
export async function findScoredInterview(tx: Tx, seatId: string) {
  const { rows } = await tx.execute<{ number: string; mean: number | null }>(sql`
    select application.number, sheets.mean from ${scoredSeats}
    join applications application on application.id = seat.application_id
    where seat.id = ${seatId}::uuid and seat.released_at is null`)
  return rows[0] ?? null
}
