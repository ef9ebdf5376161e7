import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { withTableNames } from '#server/database/conditions.ts'
import type { Tx } from '#server/database/connection.ts'
import { accounts } from '#server/database/schema/accounts-and-sessions.ts'
import { applicantIndex } from '#server/database/schema/applicant-index.ts'
import { mailingItems, mailings } from '#server/database/schema/emails-and-corrections.ts'
import { exercisePosts, exercises } from '#server/database/schema/exercises.ts'
import { isOnHold } from '#server/domain/holds.ts'
import { getChosenCondition } from '#server/domain/index-conditions.ts'
import { ownDeadline } from '#server/domain/own-deadline.ts'
import type { ChosenApplicants } from '#shared/api/staff/lists/chosen-applicants.ts'
import { type LeftOutReason, type MailingKind, mailingPauseHours } from '#shared/staff/mailings.ts'

export type MailingRow = typeof mailings.$inferSelect

export interface LeftOutCount {
  leftOutReason: LeftOutReason
  count: number
}

/** The moment of the check, and since when a mailing of this kind counts as recent. */
interface CheckedAt {
  now: Date
  recentSince: Date
}

const hourMs = 60 * 60_000

export const getCheckedAt = (now: Date): CheckedAt => ({
  now,
  recentSince: new Date(now.getTime() - mailingPauseHours * hourMs),
})

const toMoment = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

const hasLoggedIn = sql`not ${accounts.mustChangePassword} or exists (
  select from audit_log where audit_log.account_id = ${accounts.id} and audit_log.action = 'login')`

const isBeingSent = sql`exists (
  select from emails where emails.account_id = ${accounts.id} and emails.template = 'accountIssued' and emails.state = 'queued')`

const conditionsOfKind: Readonly<Record<MailingKind, (now: Date) => SQL>> = {
  firstEmail: () => sql`when ${hasLoggedIn} then 'logged_in' when ${isBeingSent} then 'being_sent'`,
  reminder: (now) => sql`when ${applicantIndex.submittedAt} is not null then 'submitted'
    when ${ownDeadline} < ${toMoment(now)} then 'closed'`,
}

/** Why the applicant gets none; null for who gets one. For statements with the index, the account and its exercise. */
const getLeftOutReason = (kind: MailingKind, { now, recentSince }: CheckedAt) => sql<LeftOutReason | null>`case
  when ${isOnHold} then 'on_hold'
  when ${exercises.archivedAt} is not null then 'closed'
  when trim(${accounts.email}) = '' then 'no_email'
  ${conditionsOfKind[kind](now)}
  when exists (
    select from ${mailingItems} as earlier join ${mailings} as earlier_mailing on earlier_mailing.id = earlier.mailing_id
    where earlier.account_id = ${accounts.id} and earlier.state = 'done' and earlier.at > ${toMoment(recentSince)}
      and earlier_mailing.kind = ${kind}) then 'recent' end`

const ofApplicants = sql`${applicantIndex} join ${accounts} on ${accounts.id} = ${applicantIndex.accountId}
  join ${exercises} on ${exercises.id} = ${accounts.exerciseId}`

/** The exercise, and whether the last of its posts has closed. */
export async function findMailingExercise(tx: Tx, id: number) {
  const lastClosing = sql<Date | null>`greatest(${exercises.deadline}, (
    select max(${exercisePosts.closesAt}) from ${exercisePosts} where ${exercisePosts.exerciseId} = ${exercises.id}))`
  const [row] = await tx
    .select({
      year: exercises.year,
      archivedAt: exercises.archivedAt,
      deadline: exercises.deadline,
      lastClosing: withTableNames(lastClosing).mapWith(exercises.deadline),
    })
    .from(exercises)
    .where(eq(exercises.id, id))
  return row ?? null
}

export async function addMailing(tx: Tx, row: typeof mailings.$inferInsert): Promise<string> {
  const [added] = await tx.insert(mailings).values(row).returning({ id: mailings.id })
  if (!added) throw new Error('The mailing was not stored.')
  return added.id
}

interface Chosen {
  /** On the applicant index. */
  condition: SQL
  chosen: ChosenApplicants
  limit: number
}

/** Adds who gets one, in one statement and so as of one moment. @returns who gets one and who none, up to the limit */
export async function addRecipients(
  tx: Tx,
  mailing: { id: string; kind: MailingKind },
  { condition, chosen, limit }: Chosen,
  at: CheckedAt,
): Promise<{ recipients: number; leftOut: LeftOutCount[] }> {
  const { rows } = await tx.execute<{ leftOutReason: LeftOutReason | null; count: number }>(sql`
    with chosen as materialized (
      select ${applicantIndex.accountId} as account_id, ${getLeftOutReason(mailing.kind, at)} as left_out_reason
      from ${ofApplicants} where ${and(condition, getChosenCondition(chosen))} limit ${limit}
    ), added as (
      insert into ${mailingItems} (mailing_id, account_id) select ${mailing.id}::uuid, account_id from chosen where left_out_reason is null
    )
    select left_out_reason as "leftOutReason", count(*)::int as count from chosen group by left_out_reason order by left_out_reason`)
  const leftOut = rows.flatMap(({ leftOutReason, count }) => (leftOutReason === null ? [] : [{ leftOutReason, count }]))
  return { recipients: rows.find(({ leftOutReason }) => leftOutReason === null)?.count ?? 0, leftOut }
}

/** A mailing of this person. */
export async function findMailing(tx: Tx, id: string, madeBy: string): Promise<MailingRow | null> {
  const [row] = await tx
    .select()
    .from(mailings)
    .where(and(eq(mailings.id, id), eq(mailings.madeBy, madeBy)))
  return row ?? null
}

/** Locks it until the transaction ends. */
export async function lockMailing(tx: Tx, id: string): Promise<MailingRow | null> {
  const [row] = await tx.select().from(mailings).where(eq(mailings.id, id)).for('no key update')
  return row ?? null
}

export async function updateMailing(tx: Tx, id: string, change: Partial<MailingRow>): Promise<void> {
  await tx.update(mailings).set(change).where(eq(mailings.id, id))
}

/** How many were written to so far, and how many not after all. */
export async function countHandled(tx: Tx, id: string): Promise<{ done: number; skipped: LeftOutCount[] }> {
  const { rows } = await tx.execute<{ leftOutReason: LeftOutReason | null; count: number }>(sql`
    select left_out_reason as "leftOutReason", count(*)::int as count from ${mailingItems}
    where ${mailingItems.mailingId} = ${id} and ${mailingItems.state} <> 'waiting' group by left_out_reason order by left_out_reason`)
  const skipped = rows.flatMap(({ leftOutReason, count }) => (leftOutReason === null ? [] : [{ leftOutReason, count }]))
  return { done: rows.find(({ leftOutReason }) => leftOutReason === null)?.count ?? 0, skipped }
}

/** Locks the next accounts of a mailing until the transaction ends. */
export async function lockNextRecipients(tx: Tx, mailingId: string, limit: number): Promise<string[]> {
  const waiting = tx
    .select({ id: mailingItems.accountId })
    .from(mailingItems)
    .where(and(eq(mailingItems.mailingId, mailingId), eq(mailingItems.state, 'waiting')))
    .orderBy(mailingItems.accountId)
    .limit(limit)
  const rows = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, waiting))
    .orderBy(accounts.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** What an email is written from, and why it is not after all. */
export const listRecipients = (tx: Tx, kind: MailingKind, accountIds: readonly string[], at: CheckedAt) =>
  tx
    .select({
      accountId: accounts.id,
      userId: accounts.userId,
      role: accounts.role,
      stage: applicantIndex.stage,
      closesAt: ownDeadline,
      leftOutReason: getLeftOutReason(kind, at),
    })
    .from(accounts)
    .innerJoin(applicantIndex, eq(applicantIndex.accountId, accounts.id))
    .innerJoin(exercises, eq(exercises.id, accounts.exerciseId))
    .where(inArray(accounts.id, [...accountIds]))
    .orderBy(accounts.id)

export async function markItems(
  tx: Tx,
  mailingId: string,
  items: readonly { accountId: string; leftOutReason: LeftOutReason | null }[],
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    update ${mailingItems} set state = case when handled."leftOutReason" is null then 'done' else 'skipped' end, left_out_reason = handled."leftOutReason",
      at = ${toMoment(at)}
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as handled ("accountId" uuid, "leftOutReason" text)
    where mailing_items.mailing_id = ${mailingId} and mailing_items.account_id = handled."accountId"`)
}

export async function deleteExpiredDrafts(tx: Tx, now: Date): Promise<void> {
  await tx.delete(mailings).where(and(eq(mailings.state, 'draft'), lt(mailings.expiresAt, now)))
}
